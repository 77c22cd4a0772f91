import { Ban, MessageSquareReply, TicketPlus, Trash2, Undo2, UserPlus } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

const inTray = { group: 'In unsorted mail', isOfScreen: true } as const

export const nextMail = {
  id: 'next-mail',
  get label() {
    return i18n.t('Next email')
  },
  keys: 'j',
  ...inTray,
} satisfies Action
export const previousMail = {
  id: 'previous-mail',
  get label() {
    return i18n.t('Previous email')
  },
  keys: 'k',
  ...inTray,
} satisfies Action

/** Decisions about a mail of the tray. */
export const decisions = {
  attach: {
    id: 'attach-mail',
    get label() {
      return i18n.t('Add to ticket')
    },
    icon: MessageSquareReply,
    keys: 'a',
    ...inTray,
  },
  person: {
    id: 'make-sender',
    get label() {
      return i18n.t('New person')
    },
    icon: UserPlus,
    keys: 'n',
    ...inTray,
  },
  ticket: {
    id: 'file-mail',
    get label() {
      return i18n.t('New ticket')
    },
    icon: TicketPlus,
    keys: 't',
    ...inTray,
  },
  block: {
    id: 'block-sender',
    get label() {
      return i18n.t('Block sender')
    },
    icon: Ban,
    keys: 'x',
    ...inTray,
  },
  drop: {
    id: 'drop-mail',
    get label() {
      return i18n.t('Drop')
    },
    icon: Trash2,
    keys: 'd',
    ...inTray,
  },
  restore: {
    id: 'restore-mail',
    get label() {
      return i18n.t('Take back')
    },
    icon: Undo2,
    keys: 'u',
    ...inTray,
  },
} as const satisfies Record<string, Action>

export type Decision = keyof typeof decisions

export const trayActions: readonly Action[] = [nextMail, previousMail, ...Object.values(decisions)]
