import { Keyboard, LogOut } from 'lucide-react'
import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { leave } from '../session/leave.ts'
import { showOverlay } from './overlay.ts'

export const showShortcuts = {
  id: 'show-shortcuts',
  label: 'Keyboard shortcuts',
  icon: Keyboard,
  keys: '?',
  group: 'Anywhere',
  heading: 'Do',
  words: 'help keys',
  run: () => showOverlay('shortcuts'),
} satisfies OfferedAction

export const signOutPath = '/api/logout'

export const signOut = {
  id: 'sign-out',
  label: 'Sign out',
  icon: LogOut,
  heading: 'Do',
  words: 'log out logout leave',
  run() {
    leave()
    location.assign(signOutPath)
  },
} satisfies OfferedAction
