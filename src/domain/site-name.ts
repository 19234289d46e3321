/** The name of this site, which is also the author of what it calculates. */
export const SITE_NAME = 'Nonprofit Research'
