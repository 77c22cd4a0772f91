import { i18n } from '#platform/contract/i18n.ts'
import { Search } from 'lucide-react'
import { shownKeys } from '#platform/web/modifier-key.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { openPalette } from './open-palette.ts'

const { label, run } = openPalette
const keys = shownKeys(openPalette.keys)

export const SearchButton = () => (
  <button
    type="button"
    aria-haspopup="dialog"
    className="flex h-control w-full items-center gap-2.5 rounded-control border border-border bg-surface px-3 text-muted hover:bg-hover hover:text-fg"
    onClick={run}
  >
    <Search aria-hidden />
    <span className="flex-1 text-start">
      {i18n.t('Search')}
      <span className="sr-only"> {i18n.t('and commands')}</span>
    </span>
    <Kbd aria-hidden>{keys}</Kbd>
  </button>
)

export const SearchIconButton = ({
  tooltipSide,
  className,
}: {
  tooltipSide: 'end' | 'bottom'
  className?: string
}) => (
  <IconButton
    label={label}
    shortcut={keys}
    tooltipSide={tooltipSide}
    aria-haspopup="dialog"
    className={className}
    onClick={run}
  >
    <Search aria-hidden />
  </IconButton>
)
