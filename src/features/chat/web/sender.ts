import { i18n } from '#platform/contract/i18n.ts'
import type { Role } from '#features/users/contract.ts'
import type { ChatMessage } from '../contract.ts'

export interface Sender {
  id: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  role: Role | 'unknown'
}

export const senderOf = ({ sender, senderId }: ChatMessage): Sender =>
  sender ?? {
    id: senderId,
    firstName: i18n.t('Unknown'),
    lastName: i18n.t('User'),
    profileImageUrl: null,
    role: 'unknown',
  }
