const gigabyte = 1024 ** 3

/** How many bytes of files may be kept: in all, and of the last 24 hours. */
export interface Quota {
  total: number
  day: number
}

export interface Quotas {
  /** Quota of one person of staff, who enters what comes in from many. */
  staff: Quota
  /** Quota of one person of a client. */
  account: Quota
  /** Quota of all people of one client company. */
  company: Quota
}

/** @param clientGb how many gigabytes all people of one client company may keep */
export const quotasFor = (clientGb: number): Quotas => ({
  staff: { total: Infinity, day: clientGb * gigabyte },
  account: { total: (clientGb / 5) * gigabyte, day: (clientGb / 10) * gigabyte },
  company: { total: clientGb * gigabyte, day: (clientGb / 5) * gigabyte },
})
