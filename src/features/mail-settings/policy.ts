interface Route {
  host: string
  port: number
  useSSL: boolean
  useTLS: boolean
}

/**
 * Checks whether the stored password would go to another server or less protected; it must then be entered
 * again.
 */
export const isElsewhere = (before: Route, after: Route): boolean =>
  before.host !== after.host ||
  before.port !== after.port ||
  before.useSSL !== after.useSSL ||
  before.useTLS !== after.useTLS
