import { i18n } from '#platform/contract/i18n.ts'
import { useState, type ReactNode } from 'react'
import { cn } from '../../cn.ts'
import { Markdown, loadMarkdown } from '../../markdown.tsx'
import { usePartSoon } from '../../lazy-parts.ts'
import { Tab, TabList, TabPanel, Tabs } from '../tabs.tsx'

interface WritePreviewProps {
  text: string
  headingLevel?: 3 | 4
  /** Puts the tabs into the line of the label above. */
  isBesideLabel?: boolean
  className?: string
  children: ReactNode
}

export function WritePreview({
  text,
  headingLevel = 4,
  isBesideLabel = false,
  className,
  children,
}: WritePreviewProps) {
  const [tab, setTab] = useState('write')
  usePartSoon(loadMarkdown, '[role=tab]')
  const isEmpty = text.trim() === ''
  // The next text begins in the text box, not in the preview.
  if (isEmpty && tab !== 'write') setTab('write')
  const look = 'min-h-6! px-1.5! text-meta! pointer-coarse:min-h-10!'
  return (
    <Tabs
      value={tab}
      onValueChange={setTab}
      className={cn('relative flex min-h-0 flex-col gap-1', className)}
    >
      <TabList
        label={i18n.t('Write or preview')}
        className={cn(
          'flex-none shadow-none!',
          isBesideLabel ? 'absolute end-0 -top-7.5 pointer-coarse:-top-12.5' : '-ms-1.5',
        )}
      >
        <Tab value="write" className={look}>
          {i18n.t('Write')}
        </Tab>
        <Tab value="preview" disabled={isEmpty} className={look}>
          {i18n.t('Preview')}
        </Tab>
      </TabList>
      <TabPanel value="write" keepMounted className="flex min-h-0 flex-1 flex-col [&[hidden]]:hidden">
        {children}
      </TabPanel>
      <TabPanel
        value="preview"
        className="max-h-[50dvh] min-h-16 flex-1 overflow-y-auto rounded-control border border-border px-2.5 py-1.5"
      >
        <Markdown text={text} headingLevel={headingLevel} />
      </TabPanel>
    </Tabs>
  )
}
