interface NewsChoice {
  /** Limits notices to the viewer's own tickets. */
  isOnlyMine: boolean
  /** Absent until the settings are loaded. */
  chooseMine?(): void
}

let choice: NewsChoice = { isOnlyMine: false }

export const newsChoice = (): NewsChoice => choice

/** Called by the owner of the settings. */
export const setNewsChoice = (next: NewsChoice): void => void (choice = next)
