import type { ReactNode } from 'react'
import { sourceWords } from '#features/tickets/contract.ts'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Markdown } from '#platform/web/markdown.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import type { TicketDetail } from '../../contract.ts'
import { Section } from '../section.tsx'

interface RequestProps {
  ticket: TicketDetail
  /** Part of another feature below the text. */
  rest?: ReactNode
}

/** Begins the conversation: who asked for what, when, and through which channel. */
export function Request({ ticket: { createdBy, createdAt, source, description }, rest }: RequestProps) {
  return (
    <Section title={i18n.t('Description')}>
      <div className="flex gap-3">
        <PersonAvatar person={createdBy} size={32} decorative />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="font-semibold">{nameOf(createdBy)}</span>
            <RelativeTime at={createdAt} label={talkTime} className="text-meta font-normal text-subtle" />
            <span className="text-meta font-normal text-subtle">
              {i18n.t('via {source}', { source: sourceWords[source] })}
            </span>
          </p>
          <Markdown text={description} className="mt-0.5" />
          {rest}
        </div>
      </div>
    </Section>
  )
}
