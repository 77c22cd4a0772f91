import type { NewClient } from '#features/clients/contract.ts'
import type { assignmentRoles } from '#features/clients/roles/contract.ts'
import type { NewProduct, productRoles } from '#features/products/contract.ts'
import type { Role } from '#features/users/contract.ts'
import type { Face } from './avatars.ts'

/** Company of the staff, which sells the support. */
export const provider = 'Northgate Digital'
export const demoPassword = 'signalbox'

type Assignment = (typeof assignmentRoles)[number]

export interface Character {
  firstName: string
  lastName: string
  role: Role
  mobileNumber?: string
  /** Name from `companies`; absent for staff. */
  company?: string
  membership?: Assignment
  face: Face
}

export interface Company extends NewClient {
  domain: string
  sites: readonly string[]
  /** Colleagues that its people mention. */
  colleagues: readonly string[]
  agents: readonly { email: string; role: Assignment }[]
}

const providerDomain = 'northgate.example'

export function emailOf({ firstName, lastName, company }: Character): string {
  const domain = companies.find((one) => one.name === company)?.domain ?? providerDomain
  return `${firstName}.${lastName}@${domain}`.toLowerCase()
}

export const people: readonly Character[] = [
  {
    firstName: 'Helen',
    lastName: 'Marsh',
    role: 'super_user',
    mobileNumber: '+441632960101',
    face: {
      skin: 'fair',
      hair: 'bob',
      hairColor: 'auburn',
      shirt: '#1f3a5f',
      background: '#cfe3f5',
      glasses: true,
    },
  },
  {
    firstName: 'Tomas',
    lastName: 'Lindqvist',
    role: 'helpdesk',
    mobileNumber: '+441632960102',
    face: {
      skin: 'fair',
      hair: 'short',
      hairColor: 'blond',
      shirt: '#2f6f5e',
      background: '#d5efe3',
      beard: true,
    },
  },
  {
    firstName: 'Priya',
    lastName: 'Nair',
    role: 'helpdesk',
    face: { skin: 'brown', hair: 'long', hairColor: 'black', shirt: '#b4532a', background: '#fbe3cd' },
  },
  {
    firstName: 'Daniel',
    lastName: 'Okafor',
    role: 'internal',
    face: {
      skin: 'deep',
      hair: 'crop',
      hairColor: 'black',
      shirt: '#e9eef5',
      background: '#b9d4c0',
      beard: true,
    },
  },
  {
    firstName: 'Mei',
    lastName: 'Tanaka',
    role: 'internal',
    face: { skin: 'light', hair: 'bun', hairColor: 'black', shirt: '#5b4b8a', background: '#e4dcf7' },
  },
  {
    firstName: 'Lukas',
    lastName: 'Brandt',
    role: 'internal',
    face: {
      skin: 'light',
      hair: 'swept',
      hairColor: 'brown',
      shirt: '#334155',
      background: '#dfe5ec',
      glasses: true,
    },
  },
  {
    firstName: 'Sofia',
    lastName: 'Castellano',
    role: 'client',
    company: 'Brightwater Clinics',
    membership: 'admin',
    mobileNumber: '+441632960110',
    face: { skin: 'tan', hair: 'long', hairColor: 'brown', shirt: '#0f766e', background: '#c9ece6' },
  },
  {
    firstName: 'Ben',
    lastName: 'Adeyemi',
    role: 'client',
    company: 'Brightwater Clinics',
    membership: 'employee',
    face: {
      skin: 'deep',
      hair: 'curly',
      hairColor: 'black',
      shirt: '#d9f0ff',
      background: '#f4cfae',
      glasses: true,
    },
  },
  {
    firstName: 'Clara',
    lastName: 'Finch',
    role: 'client',
    company: 'Alder & Finch Architects',
    membership: 'contact',
    mobileNumber: '+441632960111',
    face: { skin: 'fair', hair: 'bob', hairColor: 'grey', shirt: '#111827', background: '#eadfd3' },
  },
  {
    firstName: 'Jonas',
    lastName: 'Weber',
    role: 'client',
    company: 'Meridian Freight',
    membership: 'admin',
    mobileNumber: '+4915510960112',
    face: {
      skin: 'light',
      hair: 'bald',
      hairColor: 'brown',
      shirt: '#c2410c',
      background: '#fde2c4',
      beard: true,
    },
  },
  {
    firstName: 'Amina',
    lastName: 'Yusuf',
    role: 'client',
    company: 'Meridian Freight',
    membership: 'employee',
    face: { skin: 'brown', hair: 'scarf', hairColor: 'teal', shirt: '#134e4a', background: '#f6ddd8' },
  },
  {
    firstName: 'Rosie',
    lastName: 'Hargreaves',
    role: 'client',
    company: 'Copper Kettle Bakeries',
    membership: 'contact',
    face: { skin: 'fair', hair: 'curly', hairColor: 'red', shirt: '#9d3b54', background: '#f9d9e0' },
  },
]

const staff = (name: string) => `${name}@${providerDomain}`

export const companies: readonly Company[] = [
  {
    name: 'Brightwater Clinics',
    domain: 'brightwater-clinics.example',
    website: 'https://www.brightwater-clinics.example',
    description: 'Five outpatient clinics with a shared patient portal and laboratory.',
    contactEmail: 'sofia.castellano@brightwater-clinics.example',
    contactPhone: '+44 1632 960110',
    address: '12 Quay Street, Bristol',
    sites: ['the Quay Street clinic', 'the Clifton clinic', 'the Southmead clinic'],
    colleagues: ['Dr Hughes', 'Nadia', 'Peter from the laboratory'],
    agents: [
      { email: staff('priya.nair'), role: 'lead' },
      { email: staff('mei.tanaka'), role: 'assigned' },
    ],
  },
  {
    name: 'Alder & Finch Architects',
    domain: 'alderfinch.example',
    website: 'https://alderfinch.example',
    description: 'Architects for schools and public buildings; forty people in two studios.',
    contactEmail: 'clara.finch@alderfinch.example',
    contactPhone: '+44 1632 960111',
    address: '3 Foundry Lane, Leeds',
    sites: ['the studio in Leeds', 'the site office at Northbank'],
    colleagues: ['Owen', 'Marta', 'Ingrid'],
    agents: [{ email: staff('lukas.brandt'), role: 'assigned' }],
  },
  {
    name: 'Meridian Freight',
    domain: 'meridian-freight.example',
    website: 'https://www.meridian-freight.example',
    description: 'Haulage and warehousing with 120 vehicles between Hamburg and Felixstowe.',
    contactEmail: 'jonas.weber@meridian-freight.example',
    contactPhone: '+49 155 10960112',
    address: 'Am Sandtorkai 48, Hamburg',
    sites: ['the Hamburg depot', 'the Felixstowe depot', 'the cold store'],
    colleagues: ['Dirk from dispatch', 'Ewa', 'Carlos'],
    agents: [
      { email: staff('tomas.lindqvist'), role: 'manager' },
      { email: staff('daniel.okafor'), role: 'assigned' },
    ],
  },
  {
    name: 'Copper Kettle Bakeries',
    domain: 'copperkettle.example',
    website: 'https://copperkettle.example',
    description: 'A bakery with nine shops; the first loaf leaves the oven at four.',
    contactEmail: 'rosie.hargreaves@copperkettle.example',
    contactPhone: '+44 1632 960113',
    address: '77 Market Row, York',
    sites: ['the Market Row shop', 'the station shop', 'the bakehouse'],
    colleagues: ['Frank', 'Aisha', 'the early shift'],
    agents: [{ email: staff('priya.nair'), role: 'assigned' }],
  },
]

interface Made extends Omit<NewProduct, 'clientId' | 'userAssignments' | 'status'> {
  status?: NewProduct['status']
  /** Company of the product; absent: available to all. */
  company?: string
  team: readonly { email: string; role: (typeof productRoles)[number] }[]
}

export const products: readonly Made[] = [
  {
    name: 'Patient Portal',
    version: '5.3.0',
    description: 'Appointments, documents and results for the patients of all clinics.',
    company: 'Brightwater Clinics',
    techStack: ['TypeScript', 'React', 'PostgreSQL', 'FHIR'],
    repositoryUrl: 'https://git.northgate.example/brightwater/patient-portal',
    team: [
      { email: staff('mei.tanaka'), role: 'lead' },
      { email: staff('daniel.okafor'), role: 'developer' },
    ],
  },
  {
    name: 'Appointment Reminders',
    version: '2.1.4',
    description: 'Reminds patients by text message and e-mail, in their language.',
    company: 'Brightwater Clinics',
    status: 'maintenance',
    techStack: ['Node.js', 'Redis', 'Twilio'],
    team: [{ email: staff('daniel.okafor'), role: 'developer' }],
  },
  {
    name: 'Drawing Vault',
    version: '3.8.2',
    description: 'Plans and models with revisions, from the studio to the building site.',
    company: 'Alder & Finch Architects',
    techStack: ['Go', 'S3', 'PostgreSQL', 'Three.js'],
    repositoryUrl: 'https://git.northgate.example/alderfinch/drawing-vault',
    team: [{ email: staff('lukas.brandt'), role: 'lead' }],
  },
  {
    name: 'Fleet Tracker',
    version: '4.7.1',
    description: 'Where every vehicle is, and the proof of each delivery.',
    company: 'Meridian Freight',
    techStack: ['Kotlin', 'Kafka', 'TimescaleDB', 'Android'],
    repositoryUrl: 'https://git.northgate.example/meridian/fleet-tracker',
    team: [
      { email: staff('daniel.okafor'), role: 'lead' },
      { email: staff('lukas.brandt'), role: 'tester' },
    ],
  },
  {
    name: 'Dock Scheduler',
    version: '1.12.0',
    description: 'Time slots at the gates, booked by the hauliers themselves.',
    company: 'Meridian Freight',
    techStack: ['Python', 'Django', 'PostgreSQL'],
    team: [{ email: staff('mei.tanaka'), role: 'developer' }],
  },
  {
    name: 'Till & Stock',
    version: '2.6.3',
    description: 'Tills, prices and stock of all shops, also when the line is down.',
    company: 'Copper Kettle Bakeries',
    techStack: ['Rust', 'SQLite', 'Svelte'],
    team: [
      { email: staff('lukas.brandt'), role: 'developer' },
      { email: staff('priya.nair'), role: 'manager' },
    ],
  },
  {
    name: 'Managed Workplace',
    version: '2025.2',
    description: 'Computers, phones, e-mail and files, looked after by us.',
    techStack: ['Windows 11', 'Microsoft 365', 'Intune'],
    team: [{ email: staff('tomas.lindqvist'), role: 'manager' }],
  },
  {
    name: 'Managed Network',
    version: '2025.1',
    description: 'Lines, Wi-Fi, telephones and firewalls, watched day and night.',
    techStack: ['OPNsense', 'UniFi', 'WireGuard', 'SIP'],
    team: [{ email: staff('daniel.okafor'), role: 'manager' }],
  },
]
