interface Route {
  host: string
  port: number
  useSSL: boolean
  useTLS: boolean
}

/** Whether the stored password would go another way, to another server or less protected: then it has to be entered again. */
export const isElsewhere = (before: Route, after: Route): boolean =>
  before.host !== after.host ||
  before.port !== after.port ||
  before.useSSL !== after.useSSL ||
  before.useTLS !== after.useTLS
