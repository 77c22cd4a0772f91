const two = (number: number) => String(number).padStart(2, '0')

/** Endings of pasted pictures other than PNG. */
const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' }

/** Recognisable name: "screenshot-2026-03-01-14-05-09.png". */
function screenshotName(at: Date, type: string): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())]
  const time = [two(at.getHours()), two(at.getMinutes()), two(at.getSeconds())]
  return `screenshot-${[...day, ...time].join('-')}.${endings[type] ?? 'png'}`
}

/** Browsers give every picture from the clipboard the same name. */
const isNameless = ({ name }: File) => /^image\.(png|jpe?g|gif|webp)$/i.test(name) || name === ''

/** Returns none beside text: spreadsheets copy cells as both, and mean the text. */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'types'>, now = new Date()): File[] {
  if (data.types.includes('text/plain')) return []
  return [...data.files].map((file, place) => {
    if (!isNameless(file)) return file
    const at = new Date(now.getTime() + place * 1000)
    return new File([file], screenshotName(at, file.type), { type: file.type })
  })
}
