import { i18n } from '#platform/contract/i18n.ts'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'

interface TechStackInputProps {
  value: readonly string[]
  onChange(value: string[]): void
  error?: string | undefined
}

/** Edits a list of short texts: Enter, Add or submitting adds one; blank and repeated ones are ignored. */
export function TechStackInput({ value, onChange, error }: TechStackInputProps) {
  const [typed, setTyped] = useState('')

  function add() {
    const entry = typed.trim()
    if (entry !== '' && !value.includes(entry)) onChange([...value, entry])
    setTyped('')
  }
  const input = useRef<HTMLInputElement>(null)
  const addTyped = useEffectEvent(add)
  useEffect(() => {
    // Runs before the form reads its values.
    const { form } = input.current ?? {}
    form?.addEventListener('submit', addTyped, { capture: true })
    return () => form?.removeEventListener('submit', addTyped, { capture: true })
  }, [])
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <Field label={i18n.t('Tech Stack')} error={error} className="flex-1">
          <Input
            ref={input}
            value={typed}
            maxLength={100}
            autoComplete="off"
            placeholder={i18n.t('Type and press Enter')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
          />
        </Field>
        <Button aria-label={i18n.t('Add to tech stack')} onClick={add}>
          {i18n.t('Add')}
        </Button>
      </div>
      {value.length > 0 && (
        <ul aria-label={i18n.t('Tech stack')} className="flex flex-wrap gap-1.5">
          {value.map((entry) => (
            <li key={entry} className="badge bg-gray-bg pe-1 text-gray-fg">
              <span className="truncate">{entry}</span>
              <button
                type="button"
                aria-label={i18n.t('Remove {name}', { name: entry })}
                className="grid size-6 place-items-center rounded-control hover:bg-hover"
                onClick={() => onChange(value.filter((one) => one !== entry))}
              >
                <X aria-hidden className="size-3!" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
