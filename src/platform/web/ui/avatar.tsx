import { useState } from 'react'
import { cn } from '../cn.ts'

const looks = [
  'bg-blue-bg text-blue-fg',
  'bg-green-bg text-green-fg',
  'bg-amber-bg text-amber-fg',
  'bg-orange-bg text-orange-fg',
  'bg-red-bg text-red-fg',
  'bg-violet-bg text-violet-fg',
] as const

const sizes = {
  16: 'size-4 text-[7px]',
  20: 'size-5 text-[9px]',
  24: 'size-6 text-[10px]',
  32: 'size-8 text-[12px]',
  40: 'size-10 text-[14px]',
  64: 'size-16 text-[22px]',
  96: 'size-24 text-[32px]',
} as const

interface AvatarProps {
  /** Determines the colour. */
  id: string
  name: string
  src?: string | null | undefined
  size?: keyof typeof sizes
  /** The name stands beside it, so the picture is not announced. */
  decorative?: boolean
  className?: string
}

export function Avatar({ id, name, src, size = 24, decorative = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shown = src && src !== broken ? src : undefined
  return (
    <span
      className={cn('avatar', sizes[size], !shown && looks[hash(id) % looks.length], className)}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(shown)}
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}

function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const first = Array.from(words[0] ?? '')[0] ?? '?'
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : ''
  return (first + last).toUpperCase()
}

function hash(text: string) {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum
}
