/**
 * How long this process has worked, in milliseconds: unlike the clock, it does not go on while a busy machine does something else.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
