interface Route {
  host: string
  port: number
  useSSL: boolean
  useTLS: boolean
}

/** Checks for another server or less protection, which require the password again. */
export const isElsewhere = (before: Route, after: Route): boolean =>
  before.host !== after.host ||
  before.port !== after.port ||
  before.useSSL !== after.useSSL ||
  before.useTLS !== after.useTLS
