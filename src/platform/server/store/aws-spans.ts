import { inSpan } from '../traces/spans.ts'

/** Place in the middleware stack at which each try is a span, and mere signing is none. */
export const awsSpanPlace = { step: 'deserialize', priority: 'high', name: 'spans' } as const

interface Called {
  clientName?: string
  commandName?: string
}

/** Traces each call of an AWS client. Object keys and bucket names stay out. */
export const awsSpan =
  <A, R>(next: (args: A) => Promise<R>, { clientName = '', commandName = '' }: Called) =>
  (args: A): Promise<R> => {
    const method = `${clientName.replace(/Client$/, '')}/${commandName.replace(/Command$/, '')}`
    const attributes = { 'rpc.system.name': 'aws-api', 'rpc.method': method }
    return inSpan({ name: method, kind: 'client', attributes }, () => next(args))
  }
