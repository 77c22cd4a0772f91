/** A part of the server that may be unwell. */
export interface Check {
  /** Public when the part is not well; so it is a name, without number, place or version. */
  name: string
  /** Whether the server cannot do its work without it; else it does, but something of it comes late. */
  isVital: boolean
  /** Whether looking asks the database, so that nothing can be said while that is away. */
  asksDatabase: boolean
  isWell(): Promise<boolean>
}

/** A part without which everything else is still served, only late. Looking asks the database. */
export const lateCheck = (name: string, isWell: Check['isWell']): Check => ({
  name,
  isVital: false,
  asksDatabase: true,
  isWell,
})
