interface NewsChoice {
  /** Updates are told of only in tickets that the person has submitted or is assigned to. */
  isOnlyMine: boolean
  /** Makes it so from now on; absent until their settings are there. */
  chooseMine?(): void
}

let choice: NewsChoice = { isOnlyMine: false }

/** Says of which updates by others the person wants to be told. */
export const newsChoice = (): NewsChoice => choice

/** To be called by who keeps the person's settings. */
export const setNewsChoice = (next: NewsChoice): void => void (choice = next)
