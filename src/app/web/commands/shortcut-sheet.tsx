import { i18n, words } from '#platform/contract/i18n.ts'
import { keysOf } from '#platform/contract/records.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { ownSettings } from '#features/settings/web/api.ts'
import { useSavePreference } from '#features/settings/web/use-save-preference.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { modifierKey } from '#platform/web/modifier-key.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { useViewer } from '#features/auth/web/session.tsx'
import { isSingle } from './key-map.ts'
import { sheetActionsFor } from './sheet-actions.ts'

const shown: Readonly<Record<string, string>> = {
  get Mod() {
    return modifierKey()
  },
  get Shift() {
    return i18n.t('Shift')
  },
  get Space() {
    return i18n.t('Space')
  },
  get Enter() {
    return i18n.t('Enter')
  },
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
  Escape: 'Esc',
}

const groups = words({
  Anywhere: () => i18n.t('Anywhere'),
  'In a list': () => i18n.t('In a list'),
  'In a table': () => i18n.t('In a table'),
  'In a ticket': () => i18n.t('In a ticket'),
  'On the board': () => i18n.t('On the board'),
  'In unsorted mail': () => i18n.t('In unsorted mail'),
})

export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const viewer = useViewer()
  const settings = useQuery(ownSettings())
  const save = useSavePreference()
  const isOn = settings.data?.shortcuts ?? true
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Keyboard shortcuts')}
        aria-describedby={undefined}
        className="sm:[--dialog-width:720px]!"
      >
        <Checkbox
          checked={isOn}
          disabled={!settings.data}
          onChange={(event) => save({ shortcuts: event.target.checked })}
        >
          {i18n.t('Single-key shortcuts')}
        </Checkbox>
        <p className="mb-4 ps-6 text-meta font-normal text-muted">
          {i18n.t(
            'Turn these off if you use dictation or hit keys by accident. They never act while you type.',
          )}
        </p>
        <div className="gap-x-8 sm:columns-2">
          {keysOf(groups).map((group) => {
            const own = sheetActionsFor(viewer).filter((one) => one.keys && one.group === group)
            return (
              own.length > 0 && (
                <section key={group} className="mb-5 break-inside-avoid">
                  <h3 className="mb-1 text-section">{groups[group]}</h3>
                  <dl>
                    {own.map((one) => (
                      <Row key={one.id} action={one} isOff={!isOn && isSingle(one) && !one.isNative} />
                    ))}
                  </dl>
                </section>
              )
            )
          })}
        </div>
      </DialogContent>
    </Dialog>
  )
}

function Row({ action, isOff }: { action: Action; isOff: boolean }) {
  const { keys = '', or, label, longLabel = label } = action
  return (
    <div className="flex min-h-7 items-center justify-between gap-3">
      <dt className={isOff ? 'text-subtle line-through' : undefined}>{longLabel}</dt>
      <dd className="flex flex-none items-center gap-1">
        <Keys keys={keys} />
        {or && (
          <>
            <span className="text-meta font-normal text-subtle">{i18n.t('or')}</span>
            <Keys keys={or} />
          </>
        )}
      </dd>
    </div>
  )
}

const Keys = ({ keys }: { keys: string }) =>
  keys.split(' ').map((step, at) => (
    <Fragment key={step}>
      {at > 0 && <span className="text-meta font-normal text-subtle">{i18n.t('then')}</span>}
      {step.split('+').map((key) => {
        const sign = shown[key] ?? (key.length === 1 ? key.toUpperCase() : key)
        return <Kbd key={key}>{sign}</Kbd>
      })}
    </Fragment>
  ))
