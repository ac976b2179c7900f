/** What people ask picture services for, the frequent words first. */

const words = (text: string): readonly string[] => text.trim().split(/\s*[\n,]\s*/);

export const subjects = words(`
  woman, portrait of a young woman, cat, man, old man with a beard, girl, red fox, house, forest, mountain, castle, dragon, knight, robot, city street, dog, wolf, owl, horse, lighthouse, ship, sailing boat, car, vintage car, motorcycle, train,
  astronaut, samurai, witch, wizard, mermaid, princess, warrior, fairy, elf, vampire, ghost, skeleton, monk, dancer, ballerina, violinist, pianist, jazz band, street musician, fisherman, farmer, baker, blacksmith, tailor, painter, librarian,
  scientist, diver, surfer, climber, cyclist, child with a kite, grandmother, couple, crowd, raven, crow, eagle, hummingbird, peacock, kingfisher, heron, swan, penguin, parrot, bear, polar bear, panda, tiger, lion, leopard, elephant, giraffe, zebra,
  deer, stag, moose, rabbit, hare, hedgehog, squirrel, badger, otter, whale, dolphin, shark, octopus, jellyfish, sea turtle, koi, goldfish, frog, chameleon, snake, spider, butterfly, moth, bumblebee, beetle, dragonfly, snail,
  cottage, cabin, barn, windmill, water mill, bridge, stone bridge, cathedral, temple, pagoda, mosque, monastery, ruin, amphitheatre, skyscraper, greenhouse, library, bookshop, café, diner, bakery, harbour, market, railway station, airport lounge, subway platform,
  kitchen, living room, bedroom, bathroom, study, workshop, attic, cellar, courtyard, balcony, rooftop garden, vineyard, orchard, lavender field, wheat field, poppy field, tea plantation, rice terrace, bamboo grove, birch wood, redwood forest, rainforest, jungle, swamp,
  desert, oasis, canyon, glacier, fjord, volcano, waterfall, river, lake, island, lagoon, coral reef, cliff, beach, dune, valley, meadow, moor, tundra, iceberg, cave, night sky, galaxy, nebula, planet, moon, comet,
  bowl of ramen, cup of coffee, cup of tea, loaf of bread, cheesecake, strawberry tart, basket of apples, bunch of grapes, lemon, pomegranate, pumpkin, mushroom, bouquet of peonies, sunflower, tulip, orchid, water lily, cherry blossom, maple leaf, fern, cactus, bonsai, oak tree, willow,
  pocket watch, typewriter, camera, gramophone, telescope, lantern, candle, compass, treasure map, old book, letter, key, mirror, chess board, teapot, vase, perfume bottle, sneaker, handbag, wrist watch, armchair, chandelier, piano, violin, guitar, trumpet, accordion, umbrella, hat, mask,
  logo of a fox, icon set, book cover, poster for a jazz festival, map of an island kingdom, tarot card, stained-glass window, mosaic, tapestry, seamless pattern, wallpaper, sticker, isometric room, floor plan, cutaway of a submarine, exploded view of a watch, blueprint of an airship
`);

export const qualities = words(`
  old, small, beautiful, red, blue, golden, tiny, lonely, giant, ancient, white, black, mysterious, abandoned, cute, elegant, futuristic, wooden, stone, overgrown, rusty, broken, glowing, transparent, floating, sleeping, smiling, sad, angry, happy,
  curious, fluffy, mechanical, crystal, porcelain, bronze, marble, silver, emerald, turquoise, crimson, pale, dark, bright, colourful, dusty, frozen, burning, flooded, forgotten, hidden, sacred, haunted, enchanted, regal, humble, weathered, ornate, minimal, striped,
  spotted, feathered, armoured, hooded, barefoot, freckled, wrinkled, tattooed, bespectacled, moustachioed, windswept, rain-soaked, snow-covered, moss-covered, ivy-clad, candle-lit, moonlit, sunlit, half-timbered, whitewashed, baroque, gothic, brutalist, art-deco, Victorian, Edwardian, medieval, Roman, Egyptian, Norse
`);

export const places = words(`
  in the snow, at night, in a forest, at sunset, in the rain, by the sea, on a mountain, in a city, in space, under water, at dawn, in the fog, in a field of flowers, in the desert, on a rooftop, by a window, at golden hour, in autumn, in spring, in winter,
  in a library, in a café, on a bridge, on the beach, in front of a castle, beside a river, under a full moon, under the stars, beneath a stormy sky, in a garden, in a bamboo forest, in a narrow street, in an empty room, on a wooden table, on a marble table, on a white background, on a black background,
  in Tokyo, in Paris, in New York, in Venice, in Prague, in Kyoto, in Lisbon, in Istanbul, in Marrakesh, in Havana, in Edinburgh, in Reykjavik, in Hong Kong, in Vienna, in Amsterdam, in Copenhagen, in Oslo, in Saint Petersburg, in Jaipur, in Hanoi, in Valparaíso, in Zürich, in Kraków,
  on a train, on a ship, in a market, at a carnival, in a workshop, in a greenhouse, in an attic, in a cathedral, in a cave, at the edge of a cliff, among ruins, among giant mushrooms, above the clouds, on the moon, on Mars, inside a snow globe, inside a bottle, behind a waterfall, at the end of the world
`);

export const styles = words(`
  photorealistic, oil painting, watercolour, digital art, concept art, cinematic, anime style, pencil drawing, ink drawing, 3d render, pixel art, low poly, line art, charcoal sketch, pastel, gouache, acrylic painting, linocut, woodcut, etching, lithograph, screen print, risograph, collage, paper cut-out,
  children's book illustration, comic book, manga, ukiyo-e, art nouveau, art deco, impressionism, expressionism, surrealism, cubism, pointillism, baroque, rococo, renaissance, romanticism, pop art, minimalism, Bauhaus, constructivism, brutalism, vaporwave, synthwave, cyberpunk, steampunk, solarpunk, dieselpunk,
  film noir, documentary photograph, street photography, fashion photography, food photography, product photography, macro photography, architectural photography, aerial photograph, long exposure, double exposure, infrared photograph, tintype, daguerreotype, cyanotype, polaroid, analogue film, matte painting, claymation, stop motion, needle felt, origami, embroidery, stained glass, mosaic, fresco
`);

export const artists = words(`
  in the style of Studio Ghibli, in the style of Claude Monet, in the style of Vincent van Gogh, in the style of Rembrandt, in the style of Johannes Vermeer, in the style of Caspar David Friedrich, in the style of William Turner, in the style of Katsushika Hokusai, in the style of Utagawa Hiroshige, in the style of Gustav Klimt,
  in the style of Egon Schiele, in the style of Alphonse Mucha, in the style of Caravaggio, in the style of Albrecht Dürer, in the style of Hieronymus Bosch, in the style of Pieter Bruegel, in the style of Diego Velázquez, in the style of Francisco Goya, in the style of Edward Hopper, in the style of Georgia O'Keeffe,
  in the style of Hilma af Klint, in the style of Wassily Kandinsky, in the style of Paul Klee, in the style of Franz Marc, in the style of August Macke, in the style of Edvard Munch, in the style of Henri Rousseau, in the style of Paul Cézanne, in the style of Edgar Degas, in the style of Berthe Morisot,
  in the style of Mary Cassatt, in the style of John Singer Sargent, in the style of Winslow Homer, in the style of Ivan Shishkin, in the style of Isaac Levitan, in the style of Ilya Repin, in the style of Arkhip Kuindzhi, in the style of Arthur Rackham, in the style of Edmund Dulac, in the style of Beatrix Potter
`);

export const lights = words(`
  soft light, golden hour, dramatic lighting, natural light, studio lighting, backlit, rim light, volumetric light, god rays, candlelight, moonlight, neon light, overcast, high key, low key, chiaroscuro, hard shadows, dappled light, blue hour, harsh midday sun, warm tones, cool tones, muted colours, pastel palette, monochrome, black and white, sepia, teal and orange, vivid colours, high contrast
`);

export const lenses = words(`
  85mm, 35mm, 50mm f/1.4, 24mm, wide angle, close-up, macro lens, telephoto, fisheye, tilt-shift, shallow depth of field, bokeh, f/2.8, f/8, ISO 100, Kodak Portra 400, Fujifilm Velvia, Ilford HP5, Cinestill 800T, Leica M6, Hasselblad, medium format, large format, anamorphic, drone shot, bird's-eye view, worm's-eye view, low angle, over the shoulder, full body, half-length, three-quarter view, symmetrical, rule of thirds, centred composition, negative space
`);

export const finishes = words(`
  highly detailed, 4k, 8k, sharp focus, masterpiece, intricate details, film grain, textured paper, trending, award-winning, ultra-wide, clean background, no text, no people, rough brush strokes, thick impasto, delicate lines, hand-drawn, vintage, faded, dust and scratches, light leaks, vignette, hyper-detailed, crisp, dreamlike, ethereal, melancholic, serene, whimsical, ominous, playful, nostalgic, epic, cosy
`);

/** Of names that nobody but their inventor uses: the long tail of every large collection of prompts. */
export const syllables = words(`ka, lo, mi, ren, tor, ash, el, sno, fen, bra, qui, zen, ur, pla, ven, do, wis, cal, mor, ta, thal, iri, gwen, osk, vel, dun, har, eth, syl, mar, ny, ostra, bel, qua, rho, dy, lun, ser, pho, kest`);

export const chinese = {
  subjects: words('一只猫, 一位少女, 古城, 山水, 竹林, 茶馆, 龙, 凤凰, 雪山, 江南水乡, 老人, 书生, 灯笼, 长城, 熊猫, 荷花, 梅花, 渔船, 石桥, 星空'),
  places: words('在雨中, 在雪地里, 在夜晚, 在窗前, 在湖边, 在云海之上, 在月光下, 在小巷里, 在集市上, 在秋天的树林里, 在清晨的雾中, 在屋顶上'),
  styles: words('水墨画, 工笔画, 油画风格, 写实摄影, 赛博朋克, 水彩, 剪纸, 电影感, 高清细节, 柔和的光线, 逆光, 浅景深, 暖色调, 黑白'),
};

export const japanese = {
  subjects: words('猫, 少女, 侍, 古い神社, 桜並木, 富士山, 灯台, 喫茶店, 路地裏, 雪の中の狐, 金魚, 電車, ロボット, 魔女, おばあさん, 本屋, 港町, 竹林, 温泉, ラーメン'),
  places: words('夕暮れの, 雨の日の, 夜の, 春の, 冬の朝の, 海辺の, 山奥の, 満月の下の, 窓辺の, 霧の中の, 東京の, 京都の'),
  styles: words('水彩画, 浮世絵, アニメ風, 写真, フィルム写真, 油絵, 線画, 柔らかい光, 逆光, ボケ, 細密, モノクロ, 淡い色, 映画のような'),
};
