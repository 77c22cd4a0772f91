import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent, ReactNode } from 'react'

/** A screen, as far as every page knows it. */
interface Screen<Viewer, Path extends string = string> {
  /** Addresses of the screen; links lead to the first. */
  paths: readonly [Path, ...Path[]]
  /** Name in the navigation, the palette and the window. */
  title: () => string
  load(): Promise<FunctionComponent>
  nav?: {
    /** Part of the navigation. `system` is one entry: its screens are tabs of each other. */
    group: 'desk' | 'manage' | 'system'
    /** Sort order within the group. */
    place: number
    icon: LucideIcon
    /** The key after g. */
    key?: string
    /** True for people who get a link. The screen refuses all others itself. */
    isFor(viewer: Viewer): boolean
    /** Counts what waits there, for the sidebar, which shows no entry while it draws nothing. */
    Count?: FunctionComponent<{ children(count: number): ReactNode }>
  }
}

/** A message of the server, not yet checked by the contract of its feature. */
export interface LiveMessage {
  type: string
  ticketId?: string
  /** Position in the log; 0 or absent for events outside of this viewer's numbering. */
  position?: number
  /** True when another message about the same event follows. */
  more?: boolean
}

export interface Listening {
  queryClient: QueryClient
  viewerId: string
  open(ticketId: string): void
}

/** Declaration of a feature to the browser. Every page loads it, so it imports its parts lazily. */
export interface Feature<Viewer, Path extends string = string> {
  screens?: readonly Screen<Viewer, Path>[]
  onMessage?(message: LiveMessage, listening: Listening): void
}
