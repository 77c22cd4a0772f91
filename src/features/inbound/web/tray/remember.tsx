import { i18n } from '#platform/contract/i18n.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import type { InboundMail } from '../../contract.ts'

interface RememberProps {
  mail: InboundMail
  /** Chosen person; '' for none. */
  personId: string
  checked: boolean
  onCheckedChange(checked: boolean): void
}

/** Offers a rule by which later mails of the sender are the chosen person's. */
export function Remember({ mail: { from }, personId, checked, onCheckedChange }: RememberProps) {
  if (!from?.address || personId === '') return null
  return (
    <Checkbox checked={checked} onChange={({ target }) => onCheckedChange(target.checked)}>
      <span className="wrap-anywhere">
        {i18n.t('Treat later emails from {address} as this person’s', { address: from.address })}
      </span>
    </Checkbox>
  )
}
