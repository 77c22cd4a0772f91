import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent } from 'react'

/** A screen, as far as every page knows it. */
interface Screen<Viewer, Path extends string = string> {
  /** Where it is. It shows at each of them; what leads there leads to the first. */
  paths: readonly [Path, ...Path[]]
  /** Name in the navigation, the palette and the window. */
  title: () => string
  load(): Promise<FunctionComponent>
  /** Its entry in the navigation, and the way there by keys and palette. */
  nav?: {
    /** A higher one stands further down. */
    place: number
    icon: LucideIcon
    /** The key after g. */
    key?: string
    /** Decides who is led there. The screen tells anybody else so. */
    isFor(viewer: Viewer): boolean
  }
}

/** A message of the server, not yet checked by the contract of its feature. */
export interface LiveMessage {
  type: string
  ticketId?: string
  /** Position of the event in the log; 0 or absent: of none that this viewer's are numbered by. */
  position?: number
  /** Another message about the same event comes after this one. */
  more?: boolean
}

/** Listening that keeps the screen up to date. */
export interface Listening {
  queryClient: QueryClient
  viewerId: string
  /** Opens a ticket over the screen. */
  open(ticketId: string): void
}

/** Declaration of a feature to the browser. Every page loads it, so it names its parts and brings none along. */
export interface Feature<Viewer, Path extends string = string> {
  screens?: readonly Screen<Viewer, Path>[]
  /** Brings what is shown up to date, if the message concerns it. */
  onMessage?(message: LiveMessage, listening: Listening): void
}
