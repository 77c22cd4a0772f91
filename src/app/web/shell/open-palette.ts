import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { showOverlay } from './overlay.ts'

/** Opens the box that finds and does everything. */
export const openPalette = {
  id: 'open-palette',
  label: 'Search and commands',
  keys: 'Mod+k',
  group: 'Anywhere',
  run: () => showOverlay('palette'),
} satisfies OfferedAction
