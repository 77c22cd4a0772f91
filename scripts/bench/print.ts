export const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))

export const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

/** The head of a table; figures stand to the right. */
export function heading(...cells: string[]): void {
  console.log()
  row(...cells)
  row(...cells.map((_, at) => (at === 0 ? '---' : '---:')))
}
