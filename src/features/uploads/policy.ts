const gigabyte = 1024 ** 3

/** Byte limits: in all, and within 24 hours. */
export interface Quota {
  total: number
  day: number
}

export interface Quotas {
  /** Staff enter files of many people. */
  staff: Quota
  account: Quota
  /** Shared by all people of a client company. */
  company: Quota
}

/** @param clientGb shared by all people of one client company */
export const quotasFor = (clientGb: number): Quotas => ({
  staff: { total: Infinity, day: clientGb * gigabyte },
  account: { total: (clientGb / 5) * gigabyte, day: (clientGb / 10) * gigabyte },
  company: { total: clientGb * gigabyte, day: (clientGb / 5) * gigabyte },
})
