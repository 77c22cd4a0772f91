import type { Env } from '../process/env.ts'
import type { TraceSettings } from './otlp.ts'
import { recordSpans } from './spans.ts'

type Parts = Parameters<typeof import('./otlp.ts').openOtlpRecorder>[1]

/** Loads the library only if a collector is configured. @returns a function that stops it, after sending the rest or two seconds */
export async function startTraces(
  env: TraceSettings & Pick<Env, 'OTEL_SDK_DISABLED'>,
  parts: Parts,
): Promise<() => Promise<void>> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || env.OTEL_SDK_DISABLED === 'true')
    return async () => undefined
  const { openOtlpRecorder } = await import('./otlp.ts')
  const { recorder, close } = openOtlpRecorder(env, parts)
  recordSpans(recorder)
  return async () => {
    recordSpans(undefined)
    await close()
  }
}
