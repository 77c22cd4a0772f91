import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { cn } from '#platform/web/cn.ts'
import type { EmailTemplate } from '../contract.ts'
import { previewPagePath } from './api.ts'

interface Drawing {
  number: number
  template: EmailTemplate
}

interface PreviewFrameProps {
  template: EmailTemplate
  className?: string
}

/** Draws a template as a mail. The former drawing stays until the next is loaded, to avoid flashes. */
export function PreviewFrame({ template, className }: PreviewFrameProps) {
  const [drawings, setDrawings] = useState<Drawing[]>([{ number: 0, template }])
  const newest = drawings.at(-1)
  if (newest && newest.template !== template)
    setDrawings([...drawings.slice(-1), { number: newest.number + 1, template }])
  return (
    <div className={cn('relative overflow-hidden rounded-control border border-border bg-white', className)}>
      {drawings.map((drawing) => (
        <Frame
          key={drawing.number}
          template={drawing.template}
          onDrawn={() => setDrawings((all) => all.filter(({ number }) => number >= drawing.number))}
        />
      ))}
    </div>
  )
}

/**
 * Loads the template as a document of the server, whose policy blocks scripts and loading. `srcdoc` and
 * `blob:` frames would inherit this page's policy, which forbids the template's styles. A form posts the long
 * template; a form per frame keeps drawings out of the history.
 */
function Frame({ template, onDrawn }: { template: EmailTemplate; onDrawn(): void }) {
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    isAsked.current = true
    form.current?.submit()
  }, [])
  return (
    <>
      <form ref={form} hidden method="post" action={previewPagePath} target={name}>
        <input type="hidden" name="template" value={JSON.stringify(template)} />
      </form>
      <iframe
        name={name}
        title={i18n.t('Preview of the email')}
        sandbox=""
        className="absolute inset-0 size-full [color-scheme:light]"
        // Frames first load an empty document.
        onLoad={() => isAsked.current && onDrawn()}
      />
    </>
  )
}
