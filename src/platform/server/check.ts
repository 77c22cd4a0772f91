export interface Check {
  /** Shown publicly when unhealthy, so without number, place or version. */
  name: string
  /** True when the server cannot work without it; else some work is late. */
  isVital: boolean
  /** True when the check queries the database, so that it cannot run without one. */
  asksDatabase: boolean
  isWell(): Promise<boolean>
}

export const lateCheck = (name: string, isWell: Check['isWell']): Check => ({
  name,
  isVital: false,
  asksDatabase: true,
  isWell,
})
