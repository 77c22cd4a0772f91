import { File, FileImage, FileText } from 'lucide-react'

export function FileIcon({ name }: { name: string }) {
  if (/\.(jpe?g|png|gif|webp|heic)$/i.test(name))
    return <FileImage aria-hidden className="flex-none text-violet-solid" />
  if (/\.pdf$/i.test(name)) return <FileText aria-hidden className="flex-none text-red-solid" />
  if (/\.(docx?|txt|log|eml|msg)$/i.test(name))
    return <FileText aria-hidden className="flex-none text-blue-solid" />
  return <File aria-hidden className="flex-none text-subtle" />
}
