import { Tray } from '#features/inbound/web/tray/tray.tsx'
import { useOpener } from '../ticket/use-opener.ts'

export const UnsortedMail = () => <Tray opener={useOpener()} />
