// What the IRS itself prints in place of a withheld number.
const PLACEHOLDER = /^(999009999|9{9}|0{9}|[X*]{3}-?[X*]{2}-?[X*]{4}|)$/i

/** True for elements that hold a person's social security number, which is never stored. */
export const isSsnName = (localName: string): boolean => localName.endsWith('SSN')

/** True for what stands where a number was withheld, which need not be warned of. */
export const isSsnPlaceholder = (text: string): boolean => PLACEHOLDER.test(text)
