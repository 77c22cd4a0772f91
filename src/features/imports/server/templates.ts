import type { Readable } from 'node:stream'
import { csvFile } from '#platform/server/call/csv-file.ts'
import { allFieldsOf, type FieldName, type ImportKind } from '../fields/contract.ts'

/** Importable row of each kind; the rows refer to one another. */
const examples: Record<ImportKind, Partial<Record<FieldName, string>>> = {
  clients: {
    externalId: 'C-1',
    name: 'Acme Ltd',
    description: 'Bakes bread for half of the town',
    contactEmail: 'office@acme.example',
    contactPhone: '030 1234567',
    address: '1 Mill Lane, Cambridge',
    website: 'https://acme.example',
    isActive: 'yes',
  },
  people: {
    externalId: 'P-1',
    email: 'ana@acme.example',
    firstName: 'Ana',
    lastName: 'Lopez',
    role: 'client',
    companyName: 'Acme Ltd',
    client: 'C-1',
    clientRole: 'contact',
    mobileNumber: '',
    isActive: 'yes',
  },
  products: {
    externalId: 'PR-1',
    name: 'Oven control',
    client: 'C-1',
    description: 'Runs the ovens',
    version: '2.1',
    status: 'active',
    techStack: 'TypeScript; PostgreSQL',
    repositoryUrl: '',
    documentation: '',
    isActive: 'yes',
  },
  tickets: {
    externalId: 'T-1',
    number: '4711',
    subject: 'The oven stays cold',
    description: 'Since this morning oven 3 does not heat.',
    client: 'C-1',
    requester: 'ana@acme.example',
    assignee: '',
    status: 'closed',
    priority: 'high',
    category: 'hardware',
    productName: 'Oven control',
    projectName: '',
    createdAt: '2025-04-03 09:15',
    updatedAt: '2025-04-04 10:00',
    resolvedAt: '2025-04-04 10:00',
  },
  comments: {
    externalId: 'M-1',
    ticket: 'T-1',
    author: 'ana@acme.example',
    content: 'It heats again, thank you.',
    createdAt: '2025-04-04 09:50',
    isInternal: 'no',
  },
}

/** Builds a file of one row, whose headings match automatically. */
export function templateOf(kind: ImportKind): Readable {
  const fields = allFieldsOf(kind).filter((field) => examples[kind][field] !== undefined)
  async function* lines() {
    yield fields.map((field) => examples[kind][field])
  }
  return csvFile(fields, lines())
}
