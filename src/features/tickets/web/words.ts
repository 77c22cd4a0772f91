import type { Category, Priority, Status } from '../contract.ts'

export const statusWords: Record<Status, string> = {
  open: 'Open',
  progress: 'In Progress',
  testing: 'Testing',
  resolved: 'Resolved',
  closed: 'Closed',
}

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
