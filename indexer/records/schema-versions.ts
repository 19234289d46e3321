/**
 * Schema versions whose element names were checked, as year → major versions (sources part 1;
 * 2008v2 was met among real filings). Others are loaded with a warning, never refused.
 */
const KNOWN: Readonly<Record<string, string>> = {
  2008: '1 2',
  2009: '1',
  2010: '3',
  2011: '1',
  2012: '2 3',
  2013: '3 4',
  2014: '5 6',
  2015: '2 3',
  2016: '3',
  2017: '2',
  2018: '3',
  2019: '5',
  2020: '1 4',
  2021: '4',
  2022: '4 5 6 7',
  2023: '3 4 5 6',
  2024: '3 4 5',
  2025: '3 4',
}

/** True when a version such as `2022v5.0` is one whose names were checked. */
export function isKnownVersion(version: string | undefined): boolean {
  const [, year, major] = /^(\d{4})v(\d+)\.\d+$/.exec(version ?? '') ?? []
  if (year === undefined || major === undefined) return false
  return KNOWN[year]?.split(' ').includes(major) ?? false
}
