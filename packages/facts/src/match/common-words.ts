import { titleWords } from './title-key.ts';

/**
 * Words of which many titles consist, in Spanish and English, with the given names that are titles by themselves. Each is
 * folded.
 */
const common = `
  abismo abril abuela abuelo accidente acero acoso adicto adios agente agosto agua aguas aire alas alegria alerta alma almas
  alto amanecer amante amantes amar amigo amiga amigos amigas amor amores angel angeles animal animales anonimo ansiedad
  aparicion apuesta arena arma armas arte artista asalto ascensor asesina asesino asesinos ataque atraco aurora ausente
  ausencia aventura aventuras azul baile bala balas banda bar barco barrio barrera batalla bebe belleza beso besos bestia
  bestias bienvenidos blanco blanca blanco boca boda bodas bosque boxeo brujas bruja brujo buena bueno buenos busqueda caballo
  caballeros cabo caceria cachorro cadena cadenas caida calle calles cama camino caminos campo cancion caos capitan cara caras
  carcel caretas carga carne carnaval carrera carta cartas casa casas castigo castillo caza cazador cazadores celos celula
  ceniza cenizas cerca cero chica chicas chico chicos cielo cielos cine cinco circulo circo cita ciudad ciudades clase club
  cobra codicia codigo colegas colonia color colores comando comedia compasion complice confesion confesiones conexion
  conspiracion contacto contagio contrato control corazon corazones corrupcion corto cosas costa creacion crimen crimenes
  cruz cruel cuarto cuatro cuento cuentos cuerpo cuerpos cuenta culpa culpable cura danza dama damas demonio demonios deseo
  deseos desierto despedida despertar destino deuda dia dias diablo diablos diamante diamantes diez dilema dinero dios dioses
  disparo doble doctor dolor domingo dos dragon dragones droga duda duelo dueno dulce eclipse edad elegido elegidos emboscada
  encuentro enemigo enemigos enero engano enigma enjambre entrega equipo error escape escuela espejo espejos espera esperanza
  espia espias esposa esposo estacion estado estrella estrellas eterno evasion excesos exilio exodo experimento explosion
  extorsion extrano extranos extremo fabrica fabula familia fantasma fantasmas fe felicidad feliz fiesta fin final flor flores
  fortuna frente frio frontera fuego fuegos fuera fuerza fuga furia furioso futuro game gato gatos gemelos genesis genio gente
  gigante gigantes gloria golpe gracia gran grande granja gravedad grito gritos guardian guardianes guerra guerras guerrero
  guerreros habitacion hambre hasta herencia heredero herederos hermana hermanas hermano hermanos heroe heroes hielo hija hijas
  hijo hijos hipnosis historia historias hogar hombre hombres honor hora horas hotel huella huellas huerfana huerfano huida
  humano humanos huracan ida idilio idolo iglesia imperio impacto impulso incendio indomable infancia infernal infiel
  infierno infiltrado infiltrados inmortal inmortales inocencia inocente inocentes insidioso instinto intriga intruso intrusos
  invasion inviernos invierno invisible invitado invitados ira isla islas jardin jefe jefes jinete joven jovenes joya juego
  juegos juez julio junio juntos jurado justicia justo juventud laberinto labios ladron ladrones lago lagrimas lazos lealtad
  legado legion lejos lengua leon leones ley leyenda leyendas libertad libre libres libro limite linea llamada llamadas llaves
  lluvia lobo lobos loca loco locos locura lucha luces luna luz madre madres maestro maestros magia mago mal maldad maldicion
  maldito malditos malo malos mama manana mano manos mapa maquina mar marcas marea marido marte martes mascara mascaras
  matador matar matrimonio mayo maximo medianoche medico memoria memorias mensaje mentira mentiras mercenario mercenarios
  metal metro miedo miedos milagro milagros mina minuto minutos miserables mision misterio misterios moda monstruo monstruos
  monte morir motel motin muerte muerto muertos mujer mujeres mundo mundos muneca muneco muro musica nacer nacimiento nada
  nadie naranja navidad negra negro negocio nido niebla nieve nina ninas nino ninos noche noches norte nosotros novela novia
  novias novio nube nubes nueva nueve nuevo nuevos obsesion oceano ocho octubre odio ojo ojos ola olas olvido once orden
  orgullo origen oro oscura oscuro oscuridad otono otra otro otros paciente padre padres pais pajaro pajaros palabras panico
  papa papel para paraiso parada paranoia pareja parejas pasado pasajero pasajeros pasaje paseo pasion patria patrulla paz
  pecado pecados peligro pelea perdida perdido perdidos perdon perfecta perfecto perro perros persecucion pesadilla pesadillas
  peso peste piel piedad piedra piloto pirata piratas pistola piso placer plan planeta plata playa plaza pobre poder poeta
  policia policias polvo posesion portal precio premonicion presa presas presidente primavera primero princesa principe
  principes prision prisionero prisioneros profeta profesor profecia promesa promesas protegida proximo prueba puente puerta
  puertas pulso punto pura puro quien rapto raza rebelde rebeldes rebelion recuerdos recuerdo redes red redencion refugio regalo
  regreso reina reinas reino relato relatos reloj remedio rescate resistencia resurreccion retorno reto revancha revelacion
  reunion rey reyes rica rico riesgo rio ritmo ritual robo roja rojo rojos romance romeo rosa rosas rostro ruido ruina ruta
  sabado sabor sacrificio sagrado sala salto salvacion salvaje salvajes samurai sangre santa santo santos secreto secretos
  secta secuestro secuestrado secuestrados seda segunda segundo seis semana senal senales senor senora senores serpiente sexo
  sexto shock siempre siete siglo signo silencio sin sirena sirenas sobre sobreviviente socios sol soldado soldados sola solo
  solos sombra sombras soltera soltero sonrisa sospecha sospechoso sospechosos sueno suenos suerte suicidio supervivientes
  superviviente sur tambien tarde tarea tejado tempestad templo tentacion tercera tercero terremoto terreno terror tesoro
  testamento testigo testigos tiempo tiempos tierra tigre tigres todo todos tormenta toro torre trabajo traicion traidor trampa
  trampas transito tregua treinta tren tres tribunal triple triste triunfo trono tu tumba turbulencia ultima ultimo ultimos
  umbral uno unidos universo vacaciones vacio valiente valientes valle valor vals vampiro vampiros vecino vecinos veneno
  veinte venganza ventana verano verdad verdades verde verdugo viaje viajes viajero vicio victima victimas victoria vida vidas
  viejo viejos viento vientre viernes villano villanos violencia virgen virus vision visiones visita visitante visitantes vista
  viuda viudas viva vivir vivo vivos volver voces voto voz vuelo vuelta yo zona zorro
  after again age air alive alone american angel angels animal another army attack baby back bad band battle beach beast beauty
  bed best better big bird birds birth black blade blind blood blue body bomb bone book born boss box boy boys break bride
  bridge broken brother brothers burn call camp candy captain car case cat chance change chaos child children christmas circle
  city class clean close code cold color come contact control cop cops country court crash crazy creep crime cross crow cruel
  cut dad dance danger dark darkness date daughter dawn day days dead deadly death deep demon desert devil die dinner dirty
  divine doctor dog dogs doll door double down dragon dream dreams drive dust earth east easy edge elite empire end enemy
  escape ever evil exit eye eyes face faith fall fallen family fast fate father fear field fight final fire first fish five
  flesh flight fly fog force forest forever four fox free freedom friend friends frozen full funny fury future game games gang
  ghost ghosts gift girl girls glass god gods gold gone good grace gravity great green ground guilty gun guns hand hands
  happiness happy hard hate haunted heart hearts heat heaven heist hell hero heroes hidden high hill holiday hollow home honor
  hope horror host hot hotel hour house human hunger hunt hunter ice idol inside intruder invisible iron island jack job joy
  judge jump jungle justice key kid kids kill killer killers king kings kiss knife knight lady lake land last law leave legacy
  legend legends life light lights like line lion little live lives living lock logan lost love lover lovers luck lucy mad
  magic man mama mask master maze me memory men midnight mind miracle mirror miss missing mission mist model mom money monster
  monsters moon mother mountain mouse murder music my mystery naked name new next nice night nights nine no nobody noise normal
  north nothing now number obsession ocean odd old once one open orphan other out outside over pain panic paper paradise party
  passage passenger past path patient people perfect phone piano pig pilot pirates place planet play player point poison police
  power predator pretty prey priest prince princess prison prisoners project promise proof punch queen quiet race rage rain
  ready real rebel reason red rescue revenge rich ride ring rise risk river road rock room rose ruin run running rush sad safe
  saints salt sand saw school scream sea season second secret secrets seed serial seven sex shadow shadows shame shark shelter
  shine ship shock shot show sick signs silence silent silver sin sing single sister sisters six skin sky sleep slow smile
  snake snow soldier solo son song soul source south space spirit split spring spy stand star stars station stay still stolen
  stone storm story strange stranger strangers street strike strong summer sun super survivor swan sweet swim sword taken tall
  target team tears teacher ten terminal terror test thief thin thing things three thunder tiger time titans today together
  tomorrow too top touch tower town toy traffic train trap trial trip troll true trust truth twelve twin two ugly ultimate
  uncle under unknown up us vacation valley vampire venom victim victory village violence virus vision voice voyage wait wake
  walk wall war warrior water wave way web wedding week west whale white wicked widow wild wind window winter wish witch witness
  wolf woman women wonder woods word work world wrath wrong year years young zero zone
  alex alicia amelie ana andrea anna antonia barbara carlos carmen carol carrie catalina charlie christine clara cristina daniel
  david diana elena elisa elizabeth emilia emma esther eva frida gloria hanna helena irene isabel ivan jane joe john jose juan
  julia julieta laura lucas lucia luis luisa manuel marcos maria marta mary max miguel monica nina nora olga pablo paula pedro
  rebeca rebecca rita rosa ruby ruth sara sarah sofia teresa tom tomas valentina valeria vera veronica victoria
`;

const commonWords: ReadonlySet<string> = new Set(common.trim().split(/\s+/u));
const articles: ReadonlySet<string> = new Set('el la los las un una unos unas the a an'.split(' '));

const hasLetters = /\p{L}/u;

/** Whether a word tells as little as a common one: a number, or hardly a letter. */
const isCommon = (word: string): boolean =>
  commonWords.has(word) || !hasLetters.test(word) || word.length <= 3;

/**
 * Whether a title is made of one or two common words, besides articles, so that many works have it: «El
 * bar», «Perdida», «1917». Such a title is only recognised with its year.
 */
export function needsYear(title: string): boolean {
  const words = titleWords(title);
  const telling = words.filter((word) => !articles.has(word));
  return telling.length <= 2 && telling.every(isCommon);
}
