/** Domains where anybody gets a mailbox, so that none of their addresses says for whom somebody works. */
const domains = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it hotmail.com hotmail.co.uk hotmail.de
  hotmail.fr hotmail.es hotmail.it live.com live.co.uk live.de live.fr live.nl msn.com passport.com windowslive.com yahoo.com
  yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.ca ymail.com rocketmail.com aol.com
  aol.de aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io
  tuta.com keemail.me gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.org gmx.fr web.de mail.de email.de freenet.de t-online.de
  magenta.de arcor.de online.de posteo.de posteo.net mailbox.org vodafone.de o2online.de 1und1.de mail.com email.com usa.com
  zoho.com zohomail.com zohomail.eu fastmail.com fastmail.fm hey.com hushmail.com mail.ru inbox.ru list.ru bk.ru internet.ru
  yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua meta.ua wp.pl o2.pl onet.pl onet.eu op.pl interia.pl interia.eu poczta.onet.pl
  gazeta.pl seznam.cz email.cz centrum.cz post.cz azet.sk zoznam.sk centrum.sk freemail.hu citromail.hu abv.bg mail.bg libero.it
  virgilio.it alice.it tin.it tiscali.it orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr bluewin.ch hispeed.ch
  sunrise.ch chello.at a1.net aon.at ziggo.nl kpnmail.nl planet.nl hetnet.nl xs4all.nl home.nl telenet.be skynet.be proximus.be
  telia.com bredband.net hotmail.se live.se online.no mail.dk btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net
  blueyonder.co.uk comcast.net verizon.net att.net sbcglobal.net cox.net charter.net earthlink.net bellsouth.net shaw.ca rogers.com
  sympatico.ca telus.net bigpond.com optusnet.com.au xtra.co.nz qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com
  aliyun.com naver.com hanmail.net daum.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com uol.com.br bol.com.br
  terra.com.br ig.com.br terra.es telefonica.net sapo.pt mailinator.com guerrillamail.com yopmail.com duck.com simplelogin.com
  mozmail.com privaterelay.appleid.com`.split(/\s+/),
)

/** @param domain ASCII, in lower case */
export const isFreeMail = (domain: string): boolean =>
  domains.has(domain) || [...domains].some((free) => domain.endsWith(`.${free}`))
