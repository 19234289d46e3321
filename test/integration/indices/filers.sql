-- Organizations numbered from $1 to $2, each with a 990, in release $3.
with numbered as (
  select n, '17' || to_char(n, 'FM0000000') as ein,
    '2023031993493' || to_char(n, 'FM00000') as object_id
  from generate_series($1::int, $2::int) n
), filed as (
  insert into filing (object_id, ein, form, tax_period_end, tax_year, facts, narrative,
    source_archive, content_sha256)
  select object_id, ein, '990', '2022-12-31', 2022, jsonb_build_object(
      'totalRevenue', jsonb_build_object('value', n * 1000, 'path', '/IRS990/CYTotalRevenueAmt'),
      'totalExpenses', jsonb_build_object('value', 1000, 'path', '/IRS990/CYTotalExpensesAmt'),
      'programExpenses', jsonb_build_object('value', 800, 'path', '/IRS990/TotalProgramServiceExpensesAmt'),
      'functionalExpenses', jsonb_build_object('value', 1000, 'path', '/IRS990/TotalFunctionalExpensesGrp/TotalAmt'),
      'functionalProgramExpenses', jsonb_build_object('value', 800, 'path', '/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt'),
      'totalAssetsEoy', jsonb_build_object('value', n, 'path', '/IRS990/TotalAssetsEOYAmt')),
    convert_to(json_build_object(
      'mission', json_build_array(json_build_object('path', '/IRS990/MissionDesc',
        'text', 'The guild of ward ' || n || ' feeds hungry families.')),
      'programs', json_build_array(
        json_build_object('path', '/IRS990/Desc',
          'text', 'Volunteers of ward ' || n || ' run a pantry in Kenya and deliver groceries.'),
        json_build_object('path', '/IRS990/ProgSrvcAccomActyOtherGrp[1]/Desc',
          'text', 'Cooking school ' || n)),
      'regions', json_build_array())::text, 'UTF8'),
    'made', '\x00'
  from numbered
)
insert into organization (ein, name, name_ref, city, state, country, primary_form, forms,
  entity_type, latest_object_id, latest_tax_year, latest_period_end, family_id, role,
  changed_release)
select ein, 'Guild of Ward ' || n || ' Inc', '990:2022:' || object_id || ':/ReturnHeader/Filer/BusinessName',
  'Reno', 'NV', 'US', '990', '{990}', 'OperatingOrOtherTaxExempt', object_id, 2022, '2022-12-31',
  'GEN-0001', 'Member', $3
from numbered
