/**
 * Milliseconds that this process has worked: unlike the clock, they stand while a busy machine does something else.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
