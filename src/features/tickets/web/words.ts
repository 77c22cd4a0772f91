import type { Category, Priority } from '../contract.ts'

export { statusWords } from '../contract.ts'

export const priorityWords: Record<Priority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

export const categoryWords: Record<Category, string> = {
  email: 'Email',
  network: 'Network',
  software: 'Software',
  hardware: 'Hardware',
  application: 'Application',
  other: 'Other',
}
