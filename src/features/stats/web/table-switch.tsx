import { i18n } from '#platform/contract/i18n.ts'
import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'

interface TableSwitchProps {
  of: string
  isOn: boolean
  onChange(isOn: boolean): void
}

export function TableSwitch({ of, isOn, onChange }: TableSwitchProps) {
  return (
    <Button variant="ghost" size="small" className="-me-2" onClick={() => onChange(!isOn)}>
      {isOn ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
      {isOn ? i18n.t('Show as chart') : i18n.t('Show as table')}
      <span className="sr-only">: {of}</span>
    </Button>
  )
}
