import { i18n } from '#platform/contract/i18n.ts'
import { Search, X } from 'lucide-react'
import { useId, useRef, type RefObject } from 'react'
import { limits } from '#platform/contract/limits.ts'
import { cn } from '#platform/web/cn.ts'
import { createOffers } from '#platform/web/actions/offers.ts'
import { Input } from '#platform/web/ui/form/input.tsx'
import { useTypedText } from '../hooks/use-typed-text.ts'

/** Search fields on the page, for the key of `use-search-key.ts`. */
export const searchFields = createOffers<RefObject<HTMLInputElement | null>>()

interface SearchBoxProps {
  label?: string
  value: string
  onChange(text: string): void
  /** Tells why it cannot be searched. */
  fault?: string | undefined
  className?: string
}

export function SearchBox({
  label = i18n.t('Search tickets'),
  value,
  onChange,
  fault,
  className,
}: SearchBoxProps) {
  const { text, type, leave } = useTypedText(value, onChange)
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  searchFields.useOffer(input)

  function clear() {
    type(null)
    onChange('')
    input.current?.focus()
  }

  return (
    <div className={cn('relative min-w-0', className)} role="search">
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        icon={<Search aria-hidden />}
        enterKeyHint="search"
        maxLength={limits.search}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && faultId}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) leave()
        }}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={i18n.t('Clear search')}
          className="absolute inset-y-0 end-1 my-auto grid size-6 place-items-center rounded-control text-muted hover:bg-hover hover:text-fg"
          onPointerDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          <X aria-hidden className="size-3.5!" />
        </button>
      )}
      {fault && (
        <p
          id={faultId}
          role="alert"
          className="card absolute inset-x-0 top-full z-10 mt-1 px-2.5 py-1.5 text-meta text-red-fg"
        >
          {fault}
        </p>
      )}
    </div>
  )
}
