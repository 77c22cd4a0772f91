/** @param address "Ann@Desk.Example" @returns its domain in lower case, "desk.example" */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
