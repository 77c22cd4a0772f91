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
  /** One that works. */
  template: EmailTemplate
  className?: string
}

/** A template drawn as a mail. The drawing before stays until the next is there, so that nothing flashes while somebody types. */
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
 * A template is somebody's HTML, styles and all, which the policy of this page forbids, and would forbid in a `srcdoc` or `blob:` frame as
 * well, since those inherit it. So the frame gets a document of the server with a policy of its own, under which nothing runs and nothing
 * is loaded. It is as long as a template, so a form asks for it; one form for each frame, or the drawings would fill the history.
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
        // The empty document that every frame begins with is loaded, too.
        onLoad={() => isAsked.current && onDrawn()}
      />
    </>
  )
}
