import { Maximize2, PanelLeftOpen, PanelRightOpen } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

const inTicket = { group: 'In a ticket' } as const

export const expandTicket = {
  id: 'expand-ticket',
  get label() {
    return i18n.t('Expand')
  },
  icon: Maximize2,
  get words() {
    return i18n.t('full width place box')
  },
} satisfies Action

export const toggleQueue = {
  id: 'toggle-queue',
  get label() {
    return i18n.t('List beside the ticket')
  },
  get longLabel() {
    return i18n.t('Show or hide the list beside an expanded ticket')
  },
  icon: PanelLeftOpen,
  keys: 'b',
  ...inTicket,
} satisfies Action

export const toggleFacts = {
  id: 'toggle-facts',
  get label() {
    return i18n.t('Details beside the ticket')
  },
  get longLabel() {
    return i18n.t('Show or hide the details beside an expanded ticket')
  },
  icon: PanelRightOpen,
  keys: 'd',
  ...inTicket,
} satisfies Action

export const goOn = {
  id: 'go-on',
  get label() {
    return i18n.t('Go on to the next ticket')
  },
  get longLabel() {
    return i18n.t('Go on to the next ticket, once this one is resolved')
  },
  keys: 'Enter',
  ...inTicket,
} satisfies Action
