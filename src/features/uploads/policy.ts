const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** Byte limits: in all, and within 24 hours. */
export interface Quota {
  total: number
  day: number
}

export interface Quotas {
  /** Anyone can have such accounts: people of no client whose address is not verified. */
  stranger: Quota
  /** Staff enter files of many people. */
  staff: Quota
  account: Quota
  /** Shared by all people of a client company. */
  company: Quota
}

/** Keeps many free accounts from filling the disk. */
const ofStranger: Quota = { total: 500 * megabyte, day: 200 * megabyte }

const smaller = (a: Quota, b: Quota): Quota => ({
  total: Math.min(a.total, b.total),
  day: Math.min(a.day, b.day),
})

/** @param clientGb shared by all people of one client company */
export function quotasFor(clientGb: number): Quotas {
  const account = { total: (clientGb / 5) * gigabyte, day: (clientGb / 10) * gigabyte }
  return {
    stranger: smaller(ofStranger, account),
    staff: { total: Infinity, day: clientGb * gigabyte },
    account,
    company: { total: clientGb * gigabyte, day: (clientGb / 5) * gigabyte },
  }
}
