const skins = {
  fair: '#f6d3bd',
  light: '#edc0a0',
  tan: '#d9a27c',
  brown: '#b07650',
  deep: '#7d4f35',
} as const
const shades = {
  fair: '#e8b99d',
  light: '#d9a27f',
  tan: '#bf845d',
  brown: '#935d3b',
  deep: '#623a25',
} as const
const colors = {
  black: '#23201f',
  brown: '#5b3a26',
  auburn: '#83402a',
  red: '#b4532c',
  blond: '#d8ad62',
  grey: '#a3a3a6',
  teal: '#2f7f86',
} as const

/** Paths of hair behind the head and over it; a scarf is drawn like hair. */
const styles = {
  bald: ['', ''],
  crop: ['', 'M19.5 25C18 13 25 9.5 32 9.5S46 13 44.5 25C43.5 20 41 17 32 17s-11.5 3-12.5 8z'],
  short: ['', 'M19 27C16 13 24 7.5 33 8c9 .5 14 7 12 19-1-4-2-7-4-9-6 2-13 1-17-1-3 2-4 6-5 10z'],
  swept: ['', 'M19 27C16 14 22 7 34 7c10 0 13 8 11 20-1-4-2-6-3-8-8 0-13-2-15-5-2 4-6 6-8 13z'],
  bob: [
    'M16 42C13 16 20 8 32 8s19 8 16 34c-4 2-28 2-32 0z',
    'M19 28c0-10 5-14 8-14 6 5 14 3 18 14C47 13 40 8 32 8s-15 5-13 20z',
  ],
  long: [
    'M14 56C12 20 17 7 32 7s20 13 18 49c-6 3-30 3-36 0z',
    'M19 30c1-10 6-12 13-17 7 5 12 7 13 17C48 14 41 8 32 8s-16 6-13 22z',
  ],
  bun: [
    'M25 7a7 6.5 0 1 0 14 0 7 6.5 0 1 0-14 0z',
    'M19 27C16 14 24 9 32 9s16 5 13 18c-2-7-6-11-13-11s-11 4-13 11z',
  ],
  curly: [
    'M15 33a6 6 0 0 1 0-10 7 7 0 0 1 7-12 9 9 0 0 1 19 0 7 7 0 0 1 8 12 6 6 0 0 1 0 10z',
    'M20 25a5 5 0 0 1 5-8 6 6 0 0 1 9-1 5 5 0 0 1 10 9c3-10-3-15-12-15s-15 5-12 15z',
  ],
  scarf: [
    'M14 54C12 20 17 6 32 6s20 14 18 48c-5 5-31 5-36 0z',
    'M18 30C15 13 24 7 32 7s17 6 14 23C44 20 39 16 32 16s-12 4-14 14zM20 33c3 12 8 13 12 13s9-1 12-13c4 12 2 17-12 18-14-1-16-6-12-18z',
  ],
} as const

export interface Face {
  skin: keyof typeof skins
  hair: keyof typeof styles
  hairColor: keyof typeof colors
  shirt: string
  background: string
  glasses?: boolean
  beard?: boolean
}

export function drawFace({ skin, hair, hairColor, shirt, background, glasses, beard }: Face): string {
  const [behind, over] = styles[hair]
  const color = colors[hairColor]
  const shape = (path: string, fill: string) => (path ? `<path d='${path}' fill='${fill}'/>` : '')
  const line = (path: string, stroke: string, width: number) =>
    `<path d='${path}' fill='none' stroke='${stroke}' stroke-width='${width}' stroke-linecap='round'/>`
  const dark = '#2b211d'
  const drawing = [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'>`,
    `<path d='M0 0h64v64H0z' fill='${background}'/>`,
    shape(behind, color),
    shape('M7 64c1-13 11-18 25-18s24 5 25 18z', shirt),
    shape('M26 36h12v10c0 7-12 7-12 0z', shades[skin]),
    `<ellipse cx='32' cy='28' rx='13' ry='15' fill='${skins[skin]}'/>`,
    beard
      ? shape(
          'M19 29c0 11 6 15.5 13 15.5S45 40 45 29c-2 5-5 6-13 6s-11-1-13-6z',
          hair === 'bald' ? colors.brown : color,
        )
      : '',
    shape(over, color),
    line('M24.5 24q2.5-1.5 5-.3M34.5 23.700q2.5-1.2 5 .3', dark, 1.1),
    `<circle cx='27' cy='28' r='1.5' fill='${dark}'/><circle cx='37' cy='28' r='1.5' fill='${dark}'/>`,
    line('M32 29q-1.5 3 .6 3.300', shades[skin], 1.2),
    line('M28 37q4 3 8 0', beard ? '#f5e6dc' : '#a5483f', 1.5),
    glasses
      ? `<g fill='none' stroke='#3b3f46' stroke-width='1.2'><circle cx='27' cy='28' r='4'/><circle cx='37' cy='28' r='4'/><path d='M31 27.5h2'/></g>`
      : '',
    '</svg>',
  ].join('')
  return `data:image/svg+xml,${drawing.replaceAll(/[#<>]/g, encodeURIComponent)}`
}
