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

type MarkdownProps = ComponentProps<Part['MarkdownText']>

/** Text in Markdown; as it was typed until, and unless, that can be read. */
export function Markdown({ text, className, ...rest }: MarkdownProps) {
  const [part, setPart] = useState(loaded)
  useEffect(() => {
    if (!part) void loadMarkdown().then(setPart, () => undefined)
  }, [part])
  if (!part)
    return (
      <p dir="auto" className={cn('markdown', className)}>
        {text}
      </p>
    )
  return <part.MarkdownText text={text} className={className} {...rest} />
}
