import { i18n } from '#platform/contract/i18n.ts'
import { useState } from 'react'
import type { Action } from '#platform/web/actions/actions.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { shownFrame } from '../ticket/frame.ts'

const key = 'signalbox.sidebar'
/** Width below which the sidebar is collapsed unless the person chose otherwise. */
const roomy = '(width >= 80rem)'
/** The same beside a ticket in place of the screen. */
const roomyBesideTicket = '(width >= 105rem)'

export const toggleSidebar = {
  id: 'sidebar',
  get label() {
    return i18n.t('Show or hide the sidebar')
  },
  keys: 'Mod+b',
  group: 'Anywhere',
  isOfScreen: true,
} satisfies Action

type Choice = 'expanded' | 'collapsed'

function recallChoice(): Choice | undefined {
  const stored = recall('browser', key)
  return stored === 'expanded' || stored === 'collapsed' ? stored : undefined
}

export function useSidebar(): { isCollapsed: boolean; toggle(): void } {
  const isRoomy = useMedia(shownFrame.use() === 'place' ? roomyBesideTicket : roomy)
  const [choice, setChoice] = useState(recallChoice)
  const isCollapsed = choice ? choice === 'collapsed' : !isRoomy

  function toggle() {
    const next = isCollapsed ? 'expanded' : 'collapsed'
    setChoice(next)
    remember('browser', key, next)
  }

  return { isCollapsed, toggle }
}
