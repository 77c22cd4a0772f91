import { inSpan } from '../traces/spans.ts'

/** Where the client lets it in: each try is a span, and a mere signature is none. */
export const awsSpanPlace = { step: 'deserialize', priority: 'high', name: 'spans' } as const

interface Called {
  clientName?: string
  commandName?: string
}

/** Makes each call of a client of AWS a span, where the present work is traced. Keys of objects and names of buckets stay out. */
export const awsSpan =
  <A, R>(next: (args: A) => Promise<R>, { clientName = '', commandName = '' }: Called) =>
  (args: A): Promise<R> => {
    const method = `${clientName.replace(/Client$/, '')}/${commandName.replace(/Command$/, '')}`
    const attributes = { 'rpc.system.name': 'aws-api', 'rpc.method': method }
    return inSpan({ name: method, kind: 'client', attributes }, () => next(args))
  }
