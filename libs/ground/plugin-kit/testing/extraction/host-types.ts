/** The types that the host detects, by the part before the slash. A test of the host keeps the list complete. */
const SUBTYPES: Readonly<Record<string, string>> = {
  application: `
    andrew-inset appinstaller applixware appx appxbundle atom+xml atomcat+xml atomdeleted+xml atomsvc+xml atsc-dwd+xml
    atsc-held+xml atsc-rsat+xml automationml-aml+xml automationml-amlx+zip avro bdoc calendar+xml ccxml+xml cdfx+xml
    cdmi-capability cdmi-container cdmi-domain cdmi-object cdmi-queue cpl+xml cu-seeme cwl dash+xml dash-patch+xml
    davmount+xml dicom docbook+xml dssc+der dssc+xml ecmascript emma+xml emotionml+xml eps epub+zip exi express fdf
    fdt+xml font-tdpfr geo+json gml+xml gpx+xml gxf gzip hjson hwp+zip hyperstudio inkml+xml ipfix its+xml java-archive
    java-serialized-object java-vm json json5 jsonml+json ld+json lgr+xml lost+xml lzip mac-binhex40 mac-compactpro
    mads+xml manifest+json marc marcxml+xml mathematica mathml+xml mbox media-policy-dataset+xml
    mediaservercontrol+xml metalink+xml metalink4+xml mets+xml mmt-aei+xml mmt-usd+xml mods+xml mp21 mp4 msix
    msixbundle msword mxf n-quads n-triples node octet-stream oda oebps-package+xml ogg omdoc+xml onenote oxps
    p2p-overlay+xml patch-ops-error+xml pdf pgp-encrypted pgp-keys pgp-signature pics-rules pkcs10 pkcs7-mime
    pkcs7-signature pkcs8 pkix-attr-cert pkix-cert pkix-crl pkix-pkipath pkixcmp pls+xml postscript provenance+xml
    prs.cww prs.xsf+xml pskc+xml raml+yaml rdf+xml reginfo+xml relax-ng-compact-syntax resource-lists+xml
    resource-lists-diff+xml rls-services+xml route-apd+xml route-s-tsid+xml route-usd+xml rpki-ghostbusters
    rpki-manifest rpki-roa rsd+xml rss+xml rtf sbml+xml scvp-cv-request scvp-cv-response scvp-vp-request
    scvp-vp-response sdp senml+xml sensml+xml set-payment-initiation set-registration-initiation shf+xml sieve
    smil+xml sparql-query sparql-results+xml sql srgs srgs+xml sru+xml ssdl+xml ssml+xml swid+xml tei+xml thraud+xml
    timestamped-data toml trig ttml+xml ubjson urc-ressheet+xml urc-targetdesc+xml vnd.1000minds.decision-model+xml
    vnd.3gpp.pic-bw-large vnd.3gpp.pic-bw-small vnd.3gpp.pic-bw-var vnd.3gpp2.tcap vnd.3m.post-it-notes
    vnd.accpac.simply.aso vnd.accpac.simply.imp vnd.acucobol vnd.acucorp
    vnd.adobe.air-application-installer-package+zip vnd.adobe.formscentral.fcdt vnd.adobe.fxp vnd.adobe.xdp+xml
    vnd.age vnd.ahead.space vnd.airzip.filesecure.azf vnd.airzip.filesecure.azs vnd.amazon.ebook
    vnd.americandynamics.acc vnd.amiga.ami vnd.android.package-archive vnd.anser-web-certificate-issue-initiation
    vnd.anser-web-funds-transfer-initiation vnd.antix.game-component vnd.apache.arrow.file vnd.apache.parquet
    vnd.apple.installer+xml vnd.apple.keynote vnd.apple.mpegurl vnd.apple.numbers vnd.apple.pages vnd.apple.pkpass
    vnd.aristanetworks.swi vnd.astraea-software.iota vnd.audiograph vnd.autodesk.fbx vnd.balsamiq.bmml+xml
    vnd.blueice.multipass vnd.bmi vnd.businessobjects vnd.chemdraw+xml vnd.chipnuts.karaoke-mmd vnd.cinderella
    vnd.citationstyles.style+xml vnd.claymore vnd.cloanto.rp9 vnd.clonk.c4group vnd.cluetrust.cartomobile-config
    vnd.cluetrust.cartomobile-config-pkg vnd.commonspace vnd.contact.cmsg vnd.cosmocaller vnd.crick.clicker
    vnd.crick.clicker.keyboard vnd.crick.clicker.palette vnd.crick.clicker.template vnd.crick.clicker.wordbank
    vnd.criticaltools.wbs+xml vnd.ctc-posml vnd.cups-ppd vnd.curl.car vnd.curl.pcurl vnd.dart vnd.data-vision.rdz
    vnd.dbf vnd.dcmp+xml vnd.dece.data vnd.dece.ttml+xml vnd.dece.unspecified vnd.dece.zip vnd.denovo.fcselayout-link
    vnd.dna vnd.dolby.mlp vnd.dpgraph vnd.dreamfactory vnd.ds-keypoint vnd.dvb.ait vnd.dvb.service vnd.dynageo
    vnd.ecowin.chart vnd.enliven vnd.epson.esf vnd.epson.msf vnd.epson.quickanime vnd.epson.salt vnd.epson.ssf
    vnd.eszigno3+xml vnd.ezpix-album vnd.ezpix-package vnd.fdsn.mseed vnd.fdsn.seed vnd.flographit vnd.fluxtime.clip
    vnd.framemaker vnd.frogans.fnc vnd.frogans.ltf vnd.fsc.weblaunch vnd.fujitsu.oasys vnd.fujitsu.oasys2
    vnd.fujitsu.oasys3 vnd.fujitsu.oasysgp vnd.fujitsu.oasysprs vnd.fujixerox.ddd vnd.fujixerox.docuworks
    vnd.fujixerox.docuworks.binder vnd.fuzzysheet vnd.genomatix.tuxedo vnd.geogebra.file vnd.geogebra.slides
    vnd.geogebra.tool vnd.geometry-explorer vnd.geonext vnd.geoplan vnd.geospace vnd.gmx vnd.google-apps.document
    vnd.google-apps.drawing vnd.google-apps.form vnd.google-apps.jam vnd.google-apps.map vnd.google-apps.presentation
    vnd.google-apps.script vnd.google-apps.site vnd.google-apps.spreadsheet vnd.google-earth.kml+xml
    vnd.google-earth.kmz vnd.gov.sk.xmldatacontainer+xml vnd.grafeq vnd.groove-account vnd.groove-help
    vnd.groove-identity-message vnd.groove-injector vnd.groove-tool-message vnd.groove-tool-template vnd.groove-vcard
    vnd.hal+xml vnd.handheld-entertainment+xml vnd.hbci vnd.hhe.lesson-player vnd.hp-hpgl vnd.hp-hpid vnd.hp-hps
    vnd.hp-jlyt vnd.hp-pcl vnd.hp-pclxl vnd.hydrostatix.sof-data vnd.ibm.minipay vnd.ibm.modcap
    vnd.ibm.rights-management vnd.ibm.secure-container vnd.iccprofile vnd.igloader vnd.immervision-ivp
    vnd.immervision-ivu vnd.insors.igm vnd.intercon.formnet vnd.intergeo vnd.intu.qbo vnd.intu.qfx
    vnd.ipunplugged.rcprofile vnd.irepository.package+xml vnd.is-xpr vnd.isac.fcs vnd.jam vnd.jcp.javame.midlet-rms
    vnd.jisp vnd.joost.joda-archive vnd.kahootz vnd.kde.karbon vnd.kde.kchart vnd.kde.kformula vnd.kde.kivio
    vnd.kde.kontour vnd.kde.kpresenter vnd.kde.kspread vnd.kde.kword vnd.kenameaapp vnd.kidspiration vnd.kinar
    vnd.koan vnd.kodak-descriptor vnd.las.las+xml vnd.llamagraphics.life-balance.desktop
    vnd.llamagraphics.life-balance.exchange+xml vnd.lotus-1-2-3 vnd.lotus-approach vnd.lotus-freelance vnd.lotus-notes
    vnd.lotus-organizer vnd.lotus-screencam vnd.lotus-wordpro vnd.macports.portpkg vnd.mapbox-vector-tile vnd.mcd
    vnd.medcalcdata vnd.mediastation.cdkey vnd.mfer vnd.mfmp vnd.micrografx.flo vnd.micrografx.igx vnd.mif
    vnd.mobius.daf vnd.mobius.dis vnd.mobius.mbk vnd.mobius.mqy vnd.mobius.msl vnd.mobius.plc vnd.mobius.txf
    vnd.mophun.application vnd.mophun.certificate vnd.mozilla.xul+xml vnd.ms-artgalry vnd.ms-asf vnd.ms-cab-compressed
    vnd.ms-excel vnd.ms-excel.addin.macroenabled.12 vnd.ms-excel.sheet.binary.macroenabled.12
    vnd.ms-excel.sheet.macroenabled.12 vnd.ms-excel.template.macroenabled.12 vnd.ms-fontobject vnd.ms-htmlhelp
    vnd.ms-ims vnd.ms-lrm vnd.ms-officetheme vnd.ms-outlook vnd.ms-pki.seccat vnd.ms-powerpoint
    vnd.ms-powerpoint.addin.macroenabled.12 vnd.ms-powerpoint.presentation.macroenabled.12
    vnd.ms-powerpoint.slide.macroenabled.12 vnd.ms-powerpoint.slideshow.macroenabled.12
    vnd.ms-powerpoint.template.macroenabled.12 vnd.ms-project vnd.ms-visio.viewer vnd.ms-word.document.macroenabled.12
    vnd.ms-word.template.macroenabled.12 vnd.ms-works vnd.ms-wpl vnd.ms-xpsdocument vnd.mseq vnd.musician
    vnd.muvee.style vnd.mynfc vnd.nato.bindingdataobject+xml vnd.neurolanguage.nlu vnd.nitf vnd.noblenet-directory
    vnd.noblenet-sealer vnd.noblenet-web vnd.nokia.n-gage.data vnd.nokia.n-gage.symbian.install vnd.nokia.radio-preset
    vnd.nokia.radio-presets vnd.novadigm.edm vnd.novadigm.edx vnd.novadigm.ext vnd.oasis.opendocument.chart
    vnd.oasis.opendocument.chart-template vnd.oasis.opendocument.database vnd.oasis.opendocument.formula
    vnd.oasis.opendocument.formula-template vnd.oasis.opendocument.graphics vnd.oasis.opendocument.graphics-template
    vnd.oasis.opendocument.image vnd.oasis.opendocument.image-template vnd.oasis.opendocument.presentation
    vnd.oasis.opendocument.presentation-template vnd.oasis.opendocument.spreadsheet
    vnd.oasis.opendocument.spreadsheet-template vnd.oasis.opendocument.text vnd.oasis.opendocument.text-master
    vnd.oasis.opendocument.text-template vnd.oasis.opendocument.text-web vnd.olpc-sugar vnd.oma.dd2+xml
    vnd.openblox.game+xml vnd.openofficeorg.extension vnd.openstreetmap.data+xml
    vnd.openxmlformats-officedocument.presentationml.presentation
    vnd.openxmlformats-officedocument.presentationml.slide vnd.openxmlformats-officedocument.presentationml.slideshow
    vnd.openxmlformats-officedocument.presentationml.template vnd.openxmlformats-officedocument.spreadsheetml.sheet
    vnd.openxmlformats-officedocument.spreadsheetml.template
    vnd.openxmlformats-officedocument.wordprocessingml.document
    vnd.openxmlformats-officedocument.wordprocessingml.template vnd.osgeo.mapguide.package vnd.osgi.dp
    vnd.osgi.subsystem vnd.palm vnd.pawaafile vnd.pg.format vnd.pg.osasli vnd.picsel vnd.pmi.widget vnd.pocketlearn
    vnd.powerbuilder6 vnd.previewsystems.box vnd.procrate.brushset vnd.procreate.brush vnd.procreate.dream
    vnd.proteus.magazine vnd.publishare-delta-tree vnd.pvi.ptid1 vnd.pwg-xhtml-print+xml vnd.quark.quarkxpress vnd.rar
    vnd.realvnc.bed vnd.recordare.musicxml vnd.recordare.musicxml+xml vnd.rig.cryptonote vnd.rim.cod vnd.rn-realmedia
    vnd.rn-realmedia-vbr vnd.route66.link66+xml vnd.sailingtracker.track vnd.seemail vnd.sema vnd.semd vnd.semf
    vnd.shana.informed.formdata vnd.shana.informed.formtemplate vnd.shana.informed.interchange
    vnd.shana.informed.package vnd.simtech-mindmapper vnd.sketchup.skp vnd.smaf vnd.smart.teacher
    vnd.software602.filler.form+xml vnd.solent.sdkm+xml vnd.spotfire.dxp vnd.spotfire.sfs vnd.stardivision.calc
    vnd.stardivision.draw vnd.stardivision.impress vnd.stardivision.math vnd.stardivision.writer
    vnd.stardivision.writer-global vnd.stepmania.package vnd.stepmania.stepchart vnd.sun.wadl+xml vnd.sun.xml.calc
    vnd.sun.xml.calc.template vnd.sun.xml.draw vnd.sun.xml.draw.template vnd.sun.xml.impress
    vnd.sun.xml.impress.template vnd.sun.xml.math vnd.sun.xml.writer vnd.sun.xml.writer.global
    vnd.sun.xml.writer.template vnd.sus-calendar vnd.svd vnd.symbian.install vnd.syncml+xml vnd.syncml.dm+wbxml
    vnd.syncml.dm+xml vnd.syncml.dmddf+xml vnd.tao.intent-module-archive vnd.tcpdump.pcap vnd.tmobile-livetv
    vnd.trid.tpt vnd.triscape.mxs vnd.trueapp vnd.ufdl vnd.uiq.theme vnd.umajin vnd.unity vnd.uoml+xml vnd.vcx
    vnd.visio vnd.visionary vnd.vsf vnd.wap.wbxml vnd.wap.wmlc vnd.wap.wmlscriptc vnd.webturbo vnd.wolfram.player
    vnd.wordperfect vnd.wqd vnd.wt.stf vnd.xara vnd.xfdl vnd.yamaha.hv-dic vnd.yamaha.hv-script vnd.yamaha.hv-voice
    vnd.yamaha.openscoreformat vnd.yamaha.openscoreformat.osfpvg+xml vnd.yamaha.smaf-audio vnd.yamaha.smaf-phrase
    vnd.yellowriver-custom-menu vnd.zul vnd.zzazz.deck+xml voicexml+xml wasm watcherinfo+xml widget winhlp wsdl+xml
    wspolicy+xml x-7z-compressed x-abiword x-ace-compressed x-apple-diskimage x-arj x-asar x-authorware-bin
    x-authorware-map x-authorware-seg x-bcpio x-bittorrent x-blender x-blorb x-bzip x-bzip2 x-cbr x-cdlink x-cfb
    x-cfs-compressed x-chat x-chess-pgn x-chrome-extension x-cocoa x-compress x-conference x-cpio x-csh x-deb
    x-debian-package x-dgc-compressed x-director x-doom x-dtbncx+xml x-dtbook+xml x-dtbresource+xml x-dvi x-elf
    x-envoy x-esri-shape x-eva x-font-bdf x-font-ghostscript x-font-linux-psf x-font-pcf x-font-snf x-font-type1
    x-freearc x-ft-apple.alias x-ft-draco x-ft-fbx x-ft-windows-registry-hive x-futuresplash x-gca-compressed x-glulx
    x-gnumeric x-google-chrome-extension x-gramps-xml x-gtar x-hdf x-httpd-php x-hwp x-indesign x-install-instructions
    x-ipynb+json x-iso9660-image x-java-archive-diff x-java-jnlp-file x-jmp-data x-keepass2 x-latex x-lua-bytecode
    x-lz4 x-lzh-compressed x-mach-binary x-makeself x-mie x-mobipocket-ebook x-ms-application x-ms-regedit
    x-ms-shortcut x-ms-wmd x-ms-wmz x-ms-xbap x-msaccess x-msbinder x-mscardfile x-msclip x-msdownload x-msmediaview
    x-msmetafile x-msmoney x-mspublisher x-msschedule x-msterminal x-mswrite x-netcdf x-nintendo-nes-rom
    x-ns-proxy-autoconfig x-nzb x-perl x-pkcs12 x-pkcs7-certificates x-pkcs7-certreqresp x-rar-compressed
    x-redhat-package-manager x-research-info-systems x-rpm x-sea x-sh x-shar x-shockwave-flash x-silverlight-app
    x-spss-sav x-sqlite3 x-stuffit x-stuffitx x-subrip x-sv4cpio x-sv4crc x-t3vm-image x-tads x-tar x-tcl x-tex
    x-tex-tfm x-texinfo x-unix-archive x-ustar x-virtualbox-hdd x-virtualbox-ova x-virtualbox-ovf x-virtualbox-vbox
    x-virtualbox-vbox-extpack x-virtualbox-vdi x-virtualbox-vhd x-virtualbox-vmdk x-wais-source
    x-web-app-manifest+json x-x509-ca-cert x-xfig x-xpinstall x-xz x-zmachine xaml+xml xcap-att+xml xcap-caps+xml
    xcap-diff+xml xcap-el+xml xcap-ns+xml xenc+xml xfdf xhtml+xml xliff+xml xml xml-dtd xop+xml xproc+xml xslt+xml
    xspf+xml xv+xml yaml yang yin+xml zip zip+dotlottie zstd
  `,
  audio: `
    aac adpcm aiff amr ape basic flac midi mobile-xmf mp4 mpeg ogg qcelp s3m silk vnd.dece.audio vnd.digital-winds
    vnd.dolby.dd-raw vnd.dra vnd.dts vnd.dts.hd vnd.lucent.voice vnd.ms-playready.media.pya vnd.nuera.ecelp4800
    vnd.nuera.ecelp7470 vnd.nuera.ecelp9600 vnd.rip wav wavpack webm x-aiff x-caf x-dff x-dsf x-flac x-it x-m4a
    x-matroska x-mpegurl x-ms-asf x-ms-wax x-ms-wma x-musepack x-pn-realaudio x-pn-realaudio-plugin x-s3m x-voc x-xm
    xm
  `,
  chemical: `
    x-cdx x-cif x-cmdf x-cml x-csml x-xyz
  `,
  font: `
    collection otf ttf woff woff2
  `,
  image: `
    aces apng avci avcs avif bmp bpg cgm dicom-rle dpx emf fits flif g3fax gif heic heic-sequence heif heif-sequence
    hej2k icns ief j2c jaii jais jls jp2 jpeg jph jphc jpm jpx jxl jxr jxra jxrs jxs jxsc jxsi jxss ktx ktx2 mj2 pjpeg
    png prs.btif prs.pti sgi svg+xml t38 tiff tiff-fx vnd.adobe.photoshop vnd.airzip.accelerator.azv
    vnd.blockfact.facti vnd.dece.graphic vnd.djvu vnd.dwg vnd.dxf vnd.fastbidsheet vnd.fpx vnd.fst
    vnd.fujixerox.edmics-mmr vnd.fujixerox.edmics-rlc vnd.microsoft.icon vnd.ms-dds vnd.ms-modi vnd.ms-photo
    vnd.net-fpx vnd.pco.b16 vnd.tencent.tap vnd.valve.source.texture vnd.wap.wbmp vnd.xiff vnd.zbrush.pcx webp wmf
    x-3ds x-adobe-dng x-canon-cr2 x-canon-cr3 x-cmu-raster x-cmx x-freehand x-fujifilm-raf x-icon x-jng x-mrsid-image
    x-nikon-nef x-olympus-orf x-panasonic-rw2 x-pict x-portable-anymap x-portable-bitmap x-portable-graymap
    x-portable-pixmap x-rgb x-sony-arw x-tga x-xbitmap x-xcf x-xpixmap x-xwindowdump
  `,
  message: `
    disposition-notification global global-delivery-status global-disposition-notification global-headers rfc822
    vnd.wfa.wsc
  `,
  model: `
    3mf gltf+json gltf-binary iges jt mesh mtl obj prc step step+xml step+zip step-xml+zip stl u3d vnd.bary vnd.cld
    vnd.collada+xml vnd.dwf vnd.gdl vnd.gtw vnd.opengex vnd.parasolid.transmit.binary vnd.parasolid.transmit.text
    vnd.pytha.pyox vnd.sap.vds vnd.usda vnd.usdz+zip vnd.valve.source.compiled-map vnd.vtu vrml x3d+binary
    x3d+fastinfoset x3d+vrml x3d+xml x3d-vrml
  `,
  text: `
    cache-manifest calendar coffeescript css csv html jade javascript jsx less markdown mathml mdx n3 plain
    prs.lines.tag richtext sgml shex slim spdx stylus tab-separated-values troff turtle uri-list vcard vnd.curl
    vnd.curl.dcurl vnd.curl.mcurl vnd.curl.scurl vnd.dvb.subtitle vnd.familysearch.gedcom vnd.fly vnd.fmi.flexstor
    vnd.graphviz vnd.in3d.3dml vnd.in3d.spot vnd.sun.j2me.app-descriptor vnd.wap.wml vnd.wap.wmlscript vtt wgsl x-asm
    x-c x-component x-fortran x-handlebars-template x-java-source x-lua x-markdown x-nfo x-opml x-pascal x-processing
    x-sass x-scss x-setext x-sfv x-suse-ymp x-tex x-uuencode x-vcalendar x-vcard yaml
  `,
  video: `
    3gpp 3gpp2 h261 h263 h264 iso.segment jpeg matroska mj2 mp1s mp2p mp2t mp4 mpeg ogg quicktime vnd.avi vnd.dece.hd
    vnd.dece.mobile vnd.dece.pd vnd.dece.sd vnd.dece.video vnd.dvb.file vnd.fvt vnd.mpegurl vnd.ms-playready.media.pyv
    vnd.uvvu.mp4 vnd.vivo webm x-f4v x-fli x-flv x-m4v x-matroska x-mng x-ms-asf x-ms-vob x-ms-wm x-ms-wmv x-ms-wmx
    x-ms-wvx x-msvideo x-sgi-movie x-smv
  `,
  'x-conference': `
    x-cooltalk
  `,
};

/** Media types that the host detects by itself; all others have to be declared in `types` of a manifest. */
export const HOST_TYPES: ReadonlySet<string> = new Set(
  Object.entries(SUBTYPES).flatMap(([type, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${type}/${name}`),
  ),
);
