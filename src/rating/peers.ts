/**
 * Peers a group should have at least (decisions part 8): among fewer, one neighbour more or less
 * would move a percentile by over three hundredths.
 */
export const LEAST_PEERS = 30

/**
 * The decade of a revenue in whole US dollars, `floor(log10)`: 5 for $100,000 to $999,999;
 * undefined where it is not known or not above 0.
 */
export const revenueDecade = (revenue: number | undefined): number | undefined =>
  revenue !== undefined && revenue > 0 ? Math.floor(Math.log10(revenue)) : undefined
