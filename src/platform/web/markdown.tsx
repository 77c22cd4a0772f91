import { useEffect, useState, type ComponentProps } from 'react'
import { cn } from './cn.ts'
import { loadPart } from './lazy-parts.ts'

type Part = typeof import('./markdown-text.tsx')
let loaded: Part | undefined

/** Loads the parser of Markdown, so that the first text is not drawn twice. */
export const loadMarkdown = () => loadPart(async () => (loaded ??= await import('./markdown-text.tsx')))

function usePart(): Part | undefined {
  const [part, setPart] = useState(loaded)
  useEffect(() => {
    if (!part) void loadMarkdown().then(setPart, () => undefined)
  }, [part])
  return part
}

/** Shows plain text, with links once the parser is loaded. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  const part = usePart()
  return (
    <p dir="auto" className={cn('whitespace-pre-wrap wrap-anywhere', className)}>
      {part ? part.withLinks(text) : text}
    </p>
  )
}

type MarkdownProps = ComponentProps<Part['MarkdownText']>

/** Shows Markdown, plain until the parser is loaded. */
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
