import { useEffect, useState, type ComponentProps } from 'react'
import { cn } from './cn.ts'
import { loadPart } from './lazy-parts.ts'

type Part = typeof import('./markdown-text.tsx')
let loaded: Part | undefined

/** Loads the reader of Markdown, so that the first text is not drawn twice. */
export const loadMarkdown = () => loadPart(async () => (loaded ??= await import('./markdown-text.tsx')))

/** The same, by a screen that is about to show some. */
export function useMarkdownSoon(): void {
  useEffect(() => void loadMarkdown().catch(() => undefined), [])
}

function usePart(): Part | undefined {
  const [part, setPart] = useState(loaded)
  useEffect(() => {
    if (!part) void loadMarkdown().then(setPart, () => undefined)
  }, [part])
  return part
}

/** A plain text as it was typed, in which addresses are links once they can be found. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  const part = usePart()
  return (
    <p dir="auto" className={cn('whitespace-pre-wrap wrap-anywhere', className)}>
      {part ? part.withLinks(text) : text}
    </p>
  )
}

type MarkdownProps = ComponentProps<Part['MarkdownText']>

/** Text in Markdown; as it was typed until, and unless, that can be read. */
export function Markdown({ text, className, ...rest }: MarkdownProps) {
  const part = usePart()
  if (!part)
    return (
      <p dir="auto" className={cn('markdown', className)}>
        {text}
      </p>
    )
  return <part.MarkdownText text={text} className={className} {...rest} />
}
